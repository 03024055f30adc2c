// Judges moves by the networks of master: the same numbers as p2puno/bots/consequences.py, foresight.py, position.py
// and network.py.
#pragma once
#include "hard.h"

enum Kind {
    MOVED, DRAWING, FAIR, BLUFF, KEEPING, ACCEPTING, CHALLENGING, FIGHTING, SEALING, SHOWING, TO_MOVE, KINDS
};

// What a move leads to.
struct After {
    Scene scene;
    int first;  // whose turn comes next
    Kind kind;
    double worth;       // what hard thinks of it
    int rival = -1;     // whom it is aimed at, in a battle
    int number = 0;     // what is shown in a battle
    double chance = 0;  // of success, in challenges and battles
};

// Where the numbers are that describe what a move leads to.
constexpr int POSITION = 112, KIND = POSITION, SHOWN = KIND + KINDS, RIVAL = SHOWN + 10, OTHER = RIVAL + 4,
              INPUTS = OTHER + 6, FIRST = 64, SECOND = 32;

inline double logit(double p) {
    p = std::min(std::max(p, 0.005), 0.995);
    return log(p / (1 - p));
}

// Two layers of rectified units, which correct hard's judgement.
struct Network {
    typedef double FirstUnits __attribute__((vector_size(FIRST * sizeof(double))));
    typedef double SecondUnits __attribute__((vector_size(SECOND * sizeof(double))));
    double bias, base, output[SECOND];
    FirstUnits first, inputs[INPUTS];
    SecondUnits second, between[FIRST];

    // Reads the numbers of `Network.text`, as they are before they are packed.
    bool read(FILE *file) {
        bool good = true;
        auto number = [&] {
            double read = 0;
            good = good && fscanf(file, "%lf", &read) == 1;
            return read;
        };
        bias = number(), base = number();
        for (double &weight : output) weight = number();
        for (int unit = 0; unit < FIRST; unit++) {
            first[unit] = number();
            for (auto &weights : inputs) weights[unit] = number();
        }
        for (int unit = 0; unit < SECOND; unit++) {
            second[unit] = number();
            for (auto &weights : between) weights[unit] = number();
        }
        return good;
    }

    double value(const double *numbers, double worth) const {
        FirstUnits signals{};
        for (int i = 0; i < INPUTS; i++)
            if (numbers[i] != 0) signals += inputs[i] * numbers[i];
        signals = first + signals;
        SecondUnits next{};
        for (int unit = 0; unit < FIRST; unit++)
            if (signals[unit] > 0) next += between[unit] * signals[unit];
        next = second + next;
        double total = 0;
        for (int unit = 0; unit < SECOND; unit++)
            if (next[unit] > 0) total += output[unit] * next[unit];
        return 1 / (1 + exp(-(bias + base * logit(worth) + total)));
    }
};

struct Position {
    double numbers[POSITION];
    int count = 0;

    Position(Prospect &prospect, const Scene &scene, int first)
        : sight(prospect.sight_of(scene)), scene(scene), two_sided(prospect.round.two_sided()) {
        const Round &r = prospect.round;
        const Hand &mine = *scene.hands[prospect.me];
        const double *shares = sight.shares();
        int held[5] = {0}, kinds[5][3] = {{0}}, top = scene.colour;
        for (int i = 0; i < mine.faces; i++) {
            int colour = colour_of(mine.face[i]), symbol = symbol_of(mine.face[i]);
            held[colour]++;
            if (!(two_sided && symbol == FLIP_CARD)) kinds[colour][symbol < 10 ? 0 : symbol == DRAW_TWO ? 2 : 1]++;
        }
        int order[4] = {0, 1, 2, 3};
        std::stable_sort(order, order + 4, [&](int a, int b) {
            return std::make_tuple(a != top, -held[a], -shares[a]) < std::make_tuple(b != top, -held[b], -shares[b]);
        });

        sizes(mine.size(), 7);
        add(amount(mine.size())), add(mine.size() > 10);
        for (int colour : order) {
            add(kinds[colour][0] / 4.0), add(kinds[colour][1] / 2.0), add(kinds[colour][2] / 2.0);
            add(!held[colour]), add(4 * shares[colour]);
        }
        links(mine);
        table(prospect.me);
        for (int seat = first, i = 0; i < SEATS; i++, seat = scene.after(seat)) {
            bool named = top != NO_COLOUR && r.named[seat] == top && r.named_on[seat] == prospect.side_of(scene);
            if (seat != prospect.me) rival(*scene.hands[seat], named, order);
        }
        heights(mine, prospect.me, first);
    }

  private:
    Sight &sight;
    const Scene &scene;
    bool two_sided;

    void add(double number) { numbers[count++] = number; }
    void sizes(int size, int most) {
        for (int counted = 1; counted <= most; counted++) add(size == counted);
    }

    void links(const Hand &mine) {
        int size = mine.size(), same = 0, coloured = 0, highest = 0, of[3] = {0}, symbols = 0, flips = 0;
        for (int i = 0; i < mine.faces; i++) {
            Face f = mine.face[i];
            if (is_wild(f)) {
                of[symbol_of(f) - WILD]++;
                continue;
            }
            coloured++;
            flips += two_sided && symbol_of(f) == FLIP_CARD;
            symbols |= 1 << symbol_of(f);
            highest = std::max(highest, number_of(f));
            same += symbol_of(f) == scene.symbol && colour_of(f) != scene.colour;
        }
        int wilds = of[0] + of[1] + of[2];
        add(same / 2.0), add((coloured - __builtin_popcount(symbols)) / 4.0);
        for (int count : of) add(count / 2.0);
        add(wilds / double(std::max(size, 1)));
        for (int few = 1; few <= 3; few++) add(wilds && size == few);
        add(flips / 2.0);
        for (int few = 2; few <= 3; few++) add(size == few ? linked(mine) : 0);
        add(mine.hidden / 4.0), add(highest / 9.0), add(chance_to_play(mine, scene.colour));
    }
    static double linked(const Hand &mine) {
        int pairs = 0, linked = 0;
        for (int i = 0; i < mine.faces; i++)
            for (int j = 0; j < i; j++) {
                Face a = mine.face[i], b = mine.face[j];
                pairs++, linked += is_wild(a) || matches(b, colour_of(a), symbol_of(a));
            }
        return pairs ? double(linked) / pairs : 0.5;
    }

    void table(int me) {
        int same = 0, fewest = 10;
        if (scene.symbol < WILD) same = sight.of_symbol[scene.symbol];
        if (same && scene.colour < 4) same -= sight.left[scene.colour * 16 + scene.symbol];
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != me) fewest = std::min(fewest, scene.hands[seat]->size());
        add(10 * sight.shares()[NO_COLOUR]), add(sight.total ? 20.0 * same / sight.total : 0);
        add(fewest / 10.0);
    }

    void rival(const Hand &hand, bool named, const int *order) {
        const double *shares = sight.shares();
        int size = hand.size(), seen[5] = {0}, without[4] = {0};
        double each = size ? 1.0 / size : 0, chance = sight.can_play(hand, scene.colour, scene.symbol);
        for (int i = 0; i < hand.faces; i++) seen[colour_of(hand.face[i])]++;
        for (int i = 0; i < hand.hidden; i++)
            for (int colour = 0; colour < 4; colour++) without[colour] += hand.excluded[i] >> colour & 1;
        sizes(size, 5);
        add(amount(size)), add(chance);
        for (int few = 1; few <= 3; few++) add(size == few ? chance : 0);
        add(named), add(hand.faces * each), add((seen[NO_COLOUR] + hand.hidden * shares[NO_COLOUR]) * each);
        for (int i = 0; i < 4; i++) {
            int colour = order[i];
            add((seen[colour] + shares[colour] * (hand.hidden - TRUST * without[colour])) * each);
        }
    }

    // Who could win battles.
    void heights(const Hand &mine, int me, int first) {
        if (sight.round.variant != BATTLE) {
            while (count < POSITION) add(0);
            return;
        }
        int highest[3] = {0}, of[10] = {0};
        for (int i = 0; i < mine.faces; i++) {
            int number = number_of(mine.face[i]);
            of[number]++;
            for (int &each : highest)
                if (number > each) std::swap(number, each);
        }
        add(highest[1] / 9.0), add(highest[2] / 9.0);
        add(of[9] / 2.0), add(of[8] / 2.0), add(of[7] / 2.0), add((of[6] + of[5]) / 2.0);
        for (int few = 1; few <= 3; few++) add(mine.size() == few ? highest[0] / 9.0 : 0);
        for (int i = 0, seat = first; i < SEATS; i++, seat = scene.after(seat)) {
            if (seat == me) continue;
            int known = 0;
            for (int k = 0; k < scene.hands[seat]->faces; k++) known = std::max(known, number_of(scene.hands[seat]->face[k]));
            add(known / 9.0);
        }
        add(sight.at_most(8)), add(sight.at_most(6));
    }
};

// Describes what a move leads to.
inline void describe(Prospect &prospect, const After &after, double *numbers) {
    Position position(prospect, after.scene, after.first);
    memcpy(numbers, position.numbers, sizeof position.numbers);
    for (int i = POSITION; i < INPUTS; i++) numbers[i] = 0;
    numbers[KIND + after.kind] = 1;
    if (after.kind == SEALING || after.kind == SHOWING) numbers[SHOWN + after.number] = 1;
    int before_us = 0, count = 0;
    for (int i = 0, seat = after.first; i < SEATS; i++, seat = after.scene.after(seat)) {
        if (seat == prospect.me) before_us = i;
        else if (seat == after.rival) numbers[RIVAL + count++] = 1;
        else count++;
    }
    if (after.rival >= 0) numbers[RIVAL + 3] = amount(after.scene.hands[after.rival]->size());
    numbers[OTHER] = after.chance;
    numbers[OTHER + 1] = logit(after.worth) / 3;
    numbers[OTHER + 2] = after.worth;
    numbers[OTHER + 3] = prospect.round.aside.size / 4.0;
    numbers[OTHER + 4] = prospect.round.pile.size / 100.0;
    numbers[OTHER + 5] = before_us / 3.0;
}

inline After turn_begins(Prospect &prospect) {
    Scene now = prospect.now();
    int first = now.after(prospect.me);
    return {now, first, TO_MOVE, prospect.value(now, first)};
}

// One way to complete a move. A move is a number, as `Table::play_on` takes it, or the answer to a challenge.
struct Option {
    int move, colour = -1, first = -1, second = -1, rival = -1;
};

// Lists what all moves of a decision lead to. `Take` is called with an option and an `After`, which is only
// good until it returns.
template <class Take> struct Options {
    Prospect &prospect;
    const Round &round;
    int me;
    Scene now;
    Take take;

    Options(Prospect &p, Take t) : prospect(p), round(p.round), me(p.me), now(p.now()), take(t) {}

    void turn() {
        const Cards &hand = round.hands[me];
        uint64_t done[2] = {0, 0};
        for (int place = 0; place < hand.size; place++) {
            Face f = round.face[hand.at[place]];
            if (!round.fits(hand.at[place]) || (!round.two_sided() && done[f >> 6] >> (f & 63) & 1)) continue;
            done[f >> 6] |= 1ull << (f & 63);
            play(place, hand.at[place]);
        }
        if (hand.size < FULL) draw();
    }

    void won(int move) { take(Option{move}, After{now, me, MOVED, 1.0}); }
    void draw() { take(Option{-1}, After{now, now.after(me), DRAWING, round.can_draw() ? prospect.draw(now) : 0.0}); }
    void keep() { take(Option{0}, After{now, now.after(me), KEEPING, prospect.keep(now)}); }

    void play(int move, int card) {
        Face f = round.face[card];
        int symbol = symbol_of(f), side = round.side;
        bool battles = symbol == SPECIAL && round.variant == BATTLE;
        Hand rest = now.hands[me]->without(f), hit;
        if (!rest.size() && !battles) return won(move);
        Scene laid = now.dealt(me, rest);
        laid.symbol = symbol;
        if (!is_wild(f)) laid.colour = colour_of(f);
        int following = laid.after(me);
        if (symbol == FLIP_CARD && round.two_sided()) return flip(move, card);
        if (!is_wild(f)) {
            int first = following;
            if (symbol == REVERSE) {
                laid.direction = -laid.direction;
                first = laid.after(me);
            } else if (symbol == SKIP) {
                first = round.two_sided() && side ? me : laid.after(following);
            } else if (symbol == DRAW_TWO) {
                first = laid.after(following);
                hit = laid.hands[following]->plus(round.draw_two(side));
                laid = laid.dealt(following, hit);
            }
            return moved(Option{move}, laid, first);
        }
        if (battles) {
            for (int rival = 0; rival < SEATS; rival++)
                if (rival != me) fight(move, laid, rival);
            return;
        }
        for (int colour = 0; colour < 4; colour++) {
            if (symbol == DRAW_FOUR) draw_four(move, laid, colour, now.colour);
            else if (symbol == SPECIAL && round.variant == SWAP) trades(move, laid.with_colour(colour), colour);
            else name(move, laid, colour, following);
        }
    }

    void flip(int move, int card) {
        Scene over;
        Hand rest;
        prospect.turn_over(card, over, rest);
        if (over.colour != NO_COLOUR) return moved(Option{move}, over, over.after(me));
        for (int colour = 0; colour < 4; colour++) name(move, over, colour, over.after(me));
    }

    void moved(const Option &option, const Scene &scene, int first) {
        take(option, After{scene, first, MOVED, prospect.settle(scene, first)});
    }

    void name(int move, const Scene &scene, int colour, int first) {
        moved(Option{move, colour}, scene.with_colour(colour), first);
    }

    void draw_four(int move, const Scene &laid, int colour, int before) {
        int victim = laid.after(me);
        const Hand &mine = *laid.hands[me];
        bool bluff = false;
        for (int i = 0; i < mine.faces; i++) bluff |= colour_of(mine.face[i]) == before;
        Scene named = laid.with_colour(colour);
        Hand hit = named.hands[victim]->plus(prospect.draw_four_count(named));
        After after{named.dealt(victim, hit), named.after(victim), bluff ? BLUFF : FAIR, 0};
        after.worth = prospect.draw_four(laid, colour, before);
        take(Option{move, colour}, after);
    }

    void trade(int move, const Scene &named, int colour, int first, int second) {
        Scene traded = named;
        std::swap(traded.hands[first], traded.hands[second]);
        moved(Option{move, colour, first, second}, traded, traded.after(me));
    }
    void trades(int move, const Scene &named, int colour) {
        for (int first = 0; first < SEATS; first++)
            for (int second = first + 1; second < SEATS; second++) trade(move, named, colour, first, second);
    }
    void trades_now() {
        for (int first = 0; first < SEATS; first++)
            for (int second = first + 1; second < SEATS; second++) trade(first * SEATS + second, now, now.colour, first, second);
    }
    void fights_now() {
        for (int rival = 0; rival < SEATS; rival++)
            if (rival != me) fight(rival, now, rival);
    }

    void fight(int move, const Scene &laid, int rival) {
        After after{laid, laid.after(me), FIGHTING, prospect.battle(laid, rival), rival};
        take(Option{move, -1, -1, -1, rival}, after);
    }

    void show(int place, int other) {
        Face f = round.face[round.hands[me].at[place]];
        Hand rest = now.hands[me]->without(f);
        Kind kind = me == round.challenger ? SEALING : SHOWING;
        After after{now.dealt(me, rest), now.after(round.turn), kind, prospect.show(now, f, other), other};
        after.number = number_of(f);
        after.chance = prospect.odds_of(number_of(f), *now.hands[other]);
        take(Option{place}, after);
    }

    void show_all(int other) {
        for (int place = 0; place < round.hands[me].size; place++) show(place, other);
    }

    void answer_draw_four() {
        double guilt = prospect.guilt();
        Hand more = now.hands[me]->plus(prospect.penalty());
        take(Option{0}, After{now.dealt(me, more), now.after(me), ACCEPTING, prospect.accept(prospect.penalty()), -1, 0, guilt});
        take(Option{1}, After{now, now.after(me), CHALLENGING, prospect.challenge(round.accused, guilt), -1, 0, guilt});
    }

    void name_now() {
        for (int colour = 0; colour < 4; colour++) {
            if (round.naming == FOR_DRAW_FOUR) draw_four(colour, now, colour, round.doubted_colour);
            else if (round.naming == FOR_TRADE) trades(colour, now.with_colour(colour), colour);
            else name(colour, now, colour, round.upcoming);
        }
    }
};
template <class Take> Options(Prospect &, Take) -> Options<Take>;

// The networks of a rule set, by side, as `record.py` writes them.
struct Networks { Network of[2]; };
inline bool read_networks(Networks &networks, const std::string &path, Variant variant) {
    FILE *file = fopen(path.c_str(), "r");
    bool read = file;
    for (int side = 0; side < (variant == FLIP ? 2 : 1); side++) read = read && networks.of[side].read(file);
    if (file) fclose(file);
    return read;
}
