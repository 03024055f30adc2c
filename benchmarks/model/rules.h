// The rules of classic, battle, crash, swap and flip among four seats, as the engine plays them, compiled.
//
// What a seat knows of a card is a bit in `known`; what a seat infers about it from voluntary draws of others is
// in `excluded`. UNO calls are left out: hard never forgets one, and neither does a player who is measured here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

enum Variant { CLASSIC, BATTLE, CRASH, SWAP, FLIP };
constexpr const char *VARIANTS[] = {"classic", "battle", "crash", "swap", "flip"};
inline Variant variant_of(const char *name) {
    int found = 0;
    while (found < FLIP && strcmp(VARIANTS[found], name)) found++;
    return Variant(found);
}

// In flip: a Flip has no number, and 0 stands for it; a Draw Two is a Draw One or Draw Five, a Skip on the dark side
// skips everyone, and a Wild Draw Four is a Wild Draw Two or a Wild Draw Color.
enum Symbol { FLIP_CARD = 0, DRAW_TWO = 10, REVERSE = 11, SKIP = 12, WILD = 13, DRAW_FOUR = 14, SPECIAL = 15 };
constexpr int SEATS = 4, NO_COLOUR = 4, MOST_CARDS = 112;
constexpr int EVERYBODY = 31;  // in `known`: public, which is more than that each seat has seen it

typedef uint8_t Face;  // colour * 16 + symbol
inline int colour_of(Face f) { return f >> 4; }
inline int symbol_of(Face f) { return f & 15; }
inline bool is_wild(Face f) { return f >= NO_COLOUR * 16; }
inline int number_of(Face f) { return symbol_of(f) < 10 ? symbol_of(f) : 0; }
inline Face wild_face(int symbol) { return NO_COLOUR * 16 + symbol; }
inline bool matches(Face f, int colour, int symbol) {
    return is_wild(f) || colour_of(f) == colour || symbol_of(f) == symbol;
}

struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 0x1234567) { next(); next(); }
    uint64_t next() {
        uint64_t z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    int below(int n) { return int((next() >> 32) * uint64_t(n) >> 32); }
    double unit() { return (next() >> 11) * 0x1p-53; }
};

struct Cards {
    uint8_t size = 0, at[MOST_CARDS];
    void add(int card) { at[size++] = card; }
    int pop() { return at[--size]; }
    void remove_at(int i) { memmove(at + i, at + i + 1, --size - i); }
    int last() const { return at[size - 1]; }
};

// What a hidden card probably is not: bits of colours, and of symbols above them.
typedef uint32_t Excluded;
inline Excluded exclude(int colour, int symbol) { return 1u << colour | 1u << (8 + symbol); }

struct Deck {
    int size = 0, sides;
    Face faces[2][MOST_CARDS];
    uint8_t counts[2][80] = {{0}};
    explicit Deck(Variant variant) : sides(variant == FLIP ? 2 : 1) {
        for (int side = 0; side < sides; side++) {
            size = 0;
            for (int colour = 0; colour < 4; colour++)
                for (int at = 0; at <= SKIP; at++) {
                    int symbol = variant == FLIP ? (at + 1) % (SKIP + 1) : at;  // the Flips come last
                    for (int i = 0; i < (at || variant == FLIP ? 2 : 1); i++) add(side, colour * 16 + symbol);
                }
            for (int symbol = WILD; symbol <= (variant == CLASSIC || variant == FLIP ? DRAW_FOUR : SPECIAL); symbol++)
                for (int i = 0; i < 4; i++) add(side, wild_face(symbol));
        }
    }
    void add(int side, Face f) { faces[side][size++] = f; counts[side][f]++; }
};

// One side of all cards.
struct Side {
    Face face[MOST_CARDS];
    uint8_t known[MOST_CARDS];
    Excluded excluded[SEATS][MOST_CARDS];  // by who remembers it
};

// Where orders of cards come from: chance, or a record of the engine.
struct Shuffler {
    virtual void shuffle(uint8_t *cards, int count, Face *faces) = 0;
    virtual ~Shuffler() {}
};
struct ByChance : Shuffler {
    Random random;
    explicit ByChance(uint64_t seed) : random(seed) {}
    void shuffle(uint8_t *cards, int count, Face *) override {
        for (int i = count; i > 1; i--) std::swap(cards[i - 1], cards[random.below(i)]);
    }
};

enum Ask { TURN, DRAWN, COLOUR, CHALLENGE, OPPONENT, SHOW, TRADE };
enum Naming { PLAIN, FOR_DRAW_FOUR, FOR_TRADE };

// What it has of a `Side` is the side in play.
struct Round : Side {
    Variant variant;
    const Deck *deck;
    Side away;  // the other side, in flip
    int side = 0;
    Cards hands[SEATS], pile, discard, aside;
    int colour = NO_COLOUR, top = 0, direction = 1, dealer = 0, turn = 0, upcoming = 0, passes = 0;
    int out = -1;
    bool over = false;
    Naming naming = PLAIN;
    int doubted_colour = NO_COLOUR, accused = -1;
    int challenger = -1, challenged = -1;
    int owed = 0;       // cards that the seat still draws after it has named a colour, because of a Crash
    bool heard = true;  // whether anybody remembers what happens now
    // What everybody could remember.
    int guilty[SEATS] = {0}, judged[SEATS] = {0};
    int named[SEATS], named_on[SEATS] = {0};  // a colour, and its side

    int next(int seat) const { return (seat + direction) & 3; }
    bool can_draw() const { return pile.size || discard.size > 1; }
    bool fits(int card) const { return matches(face[card], colour, top); }
    bool two_sided() const { return variant == FLIP; }
    // How many cards a Draw Two costs, and a wild draw card, on a side; 0: until the colour comes.
    int draw_two(int on) const { return !two_sided() ? 2 : on ? 5 : 1; }
    int draw_four(int on) const { return !two_sided() ? 4 : on ? 0 : 2; }
    void exclude_for_others(int seat, int card) {
        if (!heard || colour == NO_COLOUR) return;
        for (int other = 0; other < SEATS; other++)
            if (other != seat) excluded[other][card] |= exclude(colour, top);
    }
};

// Decides for a seat, by what it may know.
struct Player {
    virtual void begins(const Round &, int) {}            // a turn of the seat
    virtual int turn(const Round &, int seat) = 0;        // a place in the hand, or -1: draw
    virtual bool plays_drawn(const Round &, int seat) = 0;  // the card just drawn fits
    virtual int name(const Round &, int seat) = 0;
    virtual bool challenges(const Round &, int seat) = 0;
    virtual int fights(const Round &, int seat) = 0;
    virtual int shows(const Round &, int seat, int other) = 0;  // a place in the hand
    virtual void trades(const Round &, int seat, int &first, int &second) = 0;
    virtual ~Player() {}
};

struct Table {
    Round round{};
    Player *players[SEATS];
    Shuffler *shuffler;

    Table(Variant variant, const Deck &deck, int dealer, Shuffler &with) : shuffler(&with) {
        Round &r = round;
        r.variant = variant, r.deck = &deck, r.direction = 1, r.dealer = r.turn = dealer, r.out = -1;
        r.colour = NO_COLOUR;
        for (int seat = 0; seat < SEATS; seat++) r.named[seat] = NO_COLOUR;
        memcpy(r.face, deck.faces[0], deck.size), memcpy(r.away.face, deck.faces[1], deck.size);
        for (int i = 0; i < deck.size; i++) r.pile.add(i);
        shuffle(r.pile);
    }
    // A table in a position where a seat must decide.
    Table(const Round &now, Player &everybody, Shuffler &with) : round(now), shuffler(&with) {
        for (Player *&player : players) player = &everybody;
    }

    int play() {
        open();
        while (!round.over) one_turn();
        return round.out;
    }

    // Plays on after a decision, until the seat's next turn or to the end. A move is a place in the hand or -1 to
    // draw, whether the card drawn is played, a colour, an opponent, or two seats that trade.
    void play_on(Ask ask, int seat, int move, bool to_end) {
        Naming naming = round.naming;
        switch (ask) {
            case TURN: move_in_turn(seat, move); break;
            case DRAWN: play_or_keep(seat, move); break;
            case COLOUR:
                named(seat, move);
                if (naming == FOR_DRAW_FOUR) doubt(seat, round.next(seat));
                else if (naming == FOR_TRADE) trade(seat);
                else draw(seat, round.owed);
                break;
            case OPPONENT: battle(seat, move); break;
            case TRADE: swap_hands(move / SEATS, move % SEATS); break;
            default: break;
        }
        while (!round.over && (to_end || round.upcoming != seat)) one_turn();
    }

  private:
    // Each side by itself, the light one first: the cards stay, and their faces change.
    void shuffle(const Cards &cards) {
        Round &r = round;
        for (int number = 0; number < r.deck->sides; number++) {
            Side &side = number == r.side ? r : r.away;
            uint8_t order[MOST_CARDS];
            Face mixed[MOST_CARDS];
            memcpy(order, cards.at, cards.size);
            shuffler->shuffle(order, cards.size, side.face);
            for (int i = 0; i < cards.size; i++) mixed[i] = side.face[order[i]];
            for (int i = 0; i < cards.size; i++) {
                int card = cards.at[i];
                side.face[card] = mixed[i], side.known[card] = 0;
                for (auto &remembered : side.excluded) remembered[card] = 0;
            }
        }
    }
    // The top card of the pile. Everybody sees what is turned away on a card in a hand, and on top of the pile.
    int take() {
        Round &r = round;
        int card = r.pile.pop();
        r.away.known[card] = EVERYBODY;
        if (r.pile.size) r.away.known[r.pile.last()] = EVERYBODY;
        return card;
    }
    void give(int seat, int card) {
        round.hands[seat].add(card);
        round.known[card] |= 1 << seat;
    }
    void cover(int card, int colour) {
        round.discard.add(card);
        round.known[card] = EVERYBODY;
        round.top = symbol_of(round.face[card]);
        round.colour = colour;
    }
    void name(int seat, Naming naming = PLAIN) {
        round.naming = naming;
        named(seat, players[seat]->name(round, seat));
    }
    void named(int seat, int colour) {
        round.naming = PLAIN;
        round.colour = colour;
        if (round.heard) round.named[seat] = colour, round.named_on[seat] = round.side;
    }

    void open() {
        Round &r = round;
        for (int i = 0; i < 7; i++)
            for (int place = 1; place <= SEATS; place++) give((r.dealer + place) & 3, take());
        for (;;) {
            int card = take(), symbol = symbol_of(r.face[card]);
            if (symbol == DRAW_FOUR || (symbol == SPECIAL && r.variant == SWAP)) {
                r.pile.add(card);
                shuffle(r.pile);
                continue;
            }
            cover(card, colour_of(r.face[card]));
            break;
        }
        int first = r.upcoming = r.next(r.dealer);
        switch (r.top) {
            case FLIP_CARD:
                if (r.two_sided()) turn_over(first);
                break;
            case DRAW_TWO: r.upcoming = r.next(first); draw(first, r.draw_two(r.side)); break;
            case REVERSE: r.direction = -1; r.upcoming = r.dealer; break;
            case SKIP: r.upcoming = r.next(first); break;
            case WILD: case SPECIAL: name(first); break;
        }
    }

    // Draws cards one at a time; false if a Crash came and this was a voluntary draw.
    bool draw(int seat, int count, bool voluntary = false) {
        Round &r = round;
        while (count-- > 0) {
            if (!r.pile.size) {
                if (r.discard.size <= 1) return true;
                int top = r.discard.pop();
                r.pile = r.discard;
                r.discard.size = 0;
                r.discard.add(top);
                shuffle(r.pile);
            }
            int card = take();
            give(seat, card);
            if (voluntary) drew(seat);
            if (r.variant == CRASH && symbol_of(r.face[card]) == SPECIAL) {
                r.owed = voluntary ? 0 : count;
                crash(seat);
                r.owed = 0;
                if (voluntary) return false;
            }
        }
        return true;
    }

    void drew(int seat) {
        Round &r = round;
        const Cards &hand = r.hands[seat];
        for (int i = 0; i + 1 < hand.size; i++) r.exclude_for_others(seat, hand.at[i]);
        if (r.heard && r.named[seat] == r.colour && r.named_on[seat] == r.side) r.named[seat] = NO_COLOUR;
    }

    void crash(int drawer) {
        Round &r = round;
        int other = r.next(drawer), card = r.hands[drawer].pop();
        cover(card, r.colour);
        Cards both = r.hands[drawer];
        for (int i = 0; i < r.hands[other].size; i++) both.add(r.hands[other].at[i]);
        shuffle(both);
        r.hands[drawer].size = r.hands[other].size = 0;
        for (int i = 0; i < both.size; i++) give(i % 2 ? drawer : other, both.at[i]);
        name(drawer);
    }

    void one_turn() {
        Round &r = round;
        int seat = r.turn = r.upcoming;
        Cards &hand = r.hands[seat];
        players[seat]->begins(r, seat);
        bool may_play = false;
        for (int i = 0; i < hand.size; i++) may_play |= r.fits(hand.at[i]);
        move_in_turn(seat, may_play ? players[seat]->turn(r, seat) : -1);
    }

    void move_in_turn(int seat, int place) {
        Round &r = round;
        Cards &hand = r.hands[seat];
        r.upcoming = r.next(seat);
        if (place >= 0) {
            r.passes = 0;
            lay(seat, place);
        } else if (!r.can_draw()) {
            if (++r.passes >= SEATS) r.over = true;
        } else {
            r.passes = 0;
            if (!draw(seat, 1, true)) return;
            play_or_keep(seat, r.fits(hand.last()) && players[seat]->plays_drawn(r, seat));
        }
    }

    void play_or_keep(int seat, bool plays) {
        Round &r = round;
        const Cards &hand = r.hands[seat];
        if (plays) {
            lay(seat, hand.size - 1);
        } else {
            r.exclude_for_others(seat, hand.last());
        }
    }

    void lay(int seat, int place) {
        Round &r = round;
        Cards &hand = r.hands[seat];
        int card = hand.at[place], before = r.colour, victim = r.next(seat);
        Face f = r.face[card];
        hand.remove_at(place);
        cover(card, is_wild(f) ? before : colour_of(f));
        if (!hand.size && !(r.variant == BATTLE && symbol_of(f) == SPECIAL)) {
            r.out = seat, r.over = true;
            return;
        }
        switch (symbol_of(f)) {
            case FLIP_CARD:
                if (r.two_sided()) turn_over(seat);
                break;
            case DRAW_TWO: r.upcoming = r.next(victim); draw(victim, r.draw_two(r.side)); break;
            case REVERSE: r.direction = -r.direction; r.upcoming = r.next(seat); break;
            case SKIP: r.upcoming = r.two_sided() && r.side ? seat : r.next(victim); break;
            case WILD: name(seat); break;
            case DRAW_FOUR:
                r.doubted_colour = before;
                name(seat, FOR_DRAW_FOUR);
                doubt(seat, victim);
                break;
            case SPECIAL:
                if (r.variant == BATTLE) {
                    battle(seat, players[seat]->fights(r, seat));
                } else if (r.variant == CRASH) {
                    name(seat);
                } else {
                    name(seat, FOR_TRADE);
                    trade(seat);
                }
        }
    }

    void doubt(int accused, int victim) {
        Round &r = round;
        r.accused = accused;
        if (!players[victim]->challenges(r, victim)) {
            r.upcoming = r.next(victim);
            pay(victim);
            return;
        }
        const Cards &hand = r.hands[accused];
        int proof = -1;
        for (int i = hand.size - 1; i >= 0; i--) {
            r.known[hand.at[i]] |= 1 << victim;
            if (colour_of(r.face[hand.at[i]]) == r.doubted_colour) proof = hand.at[i];
        }
        r.judged[accused] += r.heard;
        if (proof >= 0) {
            r.guilty[accused] += r.heard;
            r.known[proof] = EVERYBODY;
            pay(accused);
        } else {
            r.upcoming = r.next(victim);
            pay(victim, 2);
        }
    }
    // The cards of a wild draw card.
    void pay(int seat, int extra = 0) {
        Round &r = round;
        int count = r.draw_four(r.side);
        while (!count && r.can_draw()) {
            draw(seat, 1);
            int card = r.hands[seat].last();
            if (colour_of(r.face[card]) == r.colour) {
                r.known[card] = EVERYBODY;
                break;
            }
        }
        draw(seat, count + extra);
    }

    void turn_over(int namer) {
        Round &r = round;
        std::swap(static_cast<Side &>(r), r.away);
        r.side = 1 - r.side;
        std::reverse(r.discard.at, r.discard.at + r.discard.size);
        std::reverse(r.pile.at, r.pile.at + r.pile.size);
        for (const Cards &hand : r.hands)
            for (int i = 0; i < hand.size; i++) r.away.known[hand.at[i]] = EVERYBODY;
        if (r.pile.size) r.away.known[r.pile.last()] = EVERYBODY;
        Face top = r.face[r.discard.last()];
        r.top = symbol_of(top), r.colour = colour_of(top);
        if (is_wild(top)) name(namer);
    }

    void trade(int seat) {
        int first, second;
        players[seat]->trades(round, seat, first, second);
        swap_hands(first, second);
    }
    void swap_hands(int first, int second) {
        Round &r = round;
        std::swap(r.hands[first], r.hands[second]);
        for (int i = 0; i < r.hands[first].size; i++) r.known[r.hands[first].at[i]] |= 1 << first;
        for (int i = 0; i < r.hands[second].size; i++) r.known[r.hands[second].at[i]] |= 1 << second;
    }

    int set_aside(int seat, int place) {
        Cards &hand = round.hands[seat];
        int card = hand.at[place];
        hand.remove_at(place);
        round.aside.add(card);
        round.known[card] = EVERYBODY;
        return number_of(round.face[card]);
    }

    void battle(int seat, int other) {
        Round &r = round;
        int loser;
        r.challenger = seat, r.challenged = other;
        for (;;) {
            for (int each : {seat, other})
                if (!r.hands[each].size && r.can_draw()) draw(each, 1);
            if (!r.hands[seat].size || !r.hands[other].size) {
                loser = r.hands[seat].size ? other : seat;
                break;
            }
            int sealed = players[seat]->shows(r, seat, other);
            int shown = players[other]->shows(r, other, seat);
            int theirs = set_aside(other, shown), ours = set_aside(seat, sealed);
            if (ours != theirs) {
                loser = ours < theirs ? seat : other;
                break;
            }
        }
        for (int i = 0; i < r.aside.size; i++) r.hands[loser].add(r.aside.at[i]);
        r.aside.size = 0;
        draw(loser, 2);
        for (int each : {seat, other})
            if (!r.hands[each].size) {
                if (r.can_draw()) draw(each, 1);
                else { r.out = each, r.over = true; return; }
            }
        name(loser == seat ? other : seat);
    }
};
