// The bot `hard`: the same numbers as p2puno/bots computes, in the same order of operations.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>

#include "rules.h"

constexpr double TRUST = 0.85, BLUFFS = 0.08, BLUFFS_KNOWN = 10, CAUGHT_BLUFFING = 0.25;
constexpr int FULL = 10, DEPTH = 2, FEATURES = 39;

struct Weights { double of[2][FEATURES]; };  // by side

// A player's cards, as far as a seat knows them.
struct Hand {
    uint8_t faces = 0, hidden = 0;
    Face face[MOST_CARDS];
    Excluded excluded[MOST_CARDS];

    Hand() {}
    Hand(const Hand &other) { *this = other; }
    Hand &operator=(const Hand &other) {
        faces = other.faces, hidden = other.hidden;
        memcpy(face, other.face, faces);
        memcpy(excluded, other.excluded, hidden * sizeof(Excluded));
        return *this;
    }
    int size() const { return faces + hidden; }
    Hand plus(int count) const {
        Hand more = *this;
        while (count-- > 0 && more.size() < MOST_CARDS) more.excluded[more.hidden++] = 0;
        return more;
    }
    Hand less(int count) const {
        Hand rest = *this;
        int kept = std::max(size() - count, 0);
        rest.faces = std::min(kept, int(faces));
        rest.hidden = kept - rest.faces;
        return rest;
    }
    Hand without(Face f) const {
        Hand rest = *this;
        int at = 0;
        while (face[at] != f) at++;
        memmove(rest.face + at, rest.face + at + 1, --rest.faces - at);
        return rest;
    }
    Hand with(Face f) const {
        Hand more = *this;
        more.face[more.faces++] = f;
        return more;
    }
};

// A hypothetical position. The hands belong to whoever made it.
struct Scene {
    int colour, symbol, direction;
    const Hand *hands[SEATS];
    bool over = false;  // whether everything is turned over
    Scene dealt(int seat, const Hand &hand) const {
        Scene scene = *this;
        scene.hands[seat] = &hand;
        return scene;
    }
    Scene with_colour(int named) const {
        Scene scene = *this;
        scene.colour = named;
        return scene;
    }
    int after(int seat) const { return (seat + direction) & 3; }
};

// What a seat can see, and what it may conclude.
struct Sight {
    const Round &round;
    Hand hands[SEATS];
    int left[80], total = 0, of_colour[5] = {0}, of_symbol[16] = {0}, up_to[10];

    // `seeing`: every hand is known, as for a player who cheats. `memory`: the seat that remembers.
    Sight(const Round &r, const Side &side, int me, bool seeing, int memory) : round(r) {
        const uint8_t *counts = r.deck->counts[r.side ^ (&side == &r.away)];
        for (int f = 0; f < 80; f++) left[f] = counts[f];
        for (int seat = 0; seat < SEATS; seat++) {
            const Cards &cards = r.hands[seat];
            Hand &hand = hands[seat];
            for (int i = 0; i < cards.size; i++) {
                int card = cards.at[i];
                if (seeing || side.known[card] >> me & 1) {
                    hand.face[hand.faces++] = side.face[card];
                    left[side.face[card]]--;
                } else {
                    hand.excluded[hand.hidden++] = side.excluded[memory][card];
                }
            }
        }
        for (int i = 0; i < r.discard.size; i++) left[side.face[r.discard.at[i]]]--;
        for (int i = 0; i < r.aside.size; i++) left[side.face[r.aside.at[i]]]--;
        for (int i = 0; i < r.pile.size && r.two_sided(); i++)
            if (side.known[r.pile.at[i]] >> me & 1) left[side.face[r.pile.at[i]]]--;
        for (int f = 0; f < 80; f++) {
            total += left[f];
            of_colour[colour_of(f)] += left[f];
            of_symbol[symbol_of(f)] += left[f];
        }
        for (int number = 0, low = of_symbol[DRAW_TWO] + of_symbol[REVERSE] + of_symbol[SKIP] + of_colour[4];
             number < 10; number++)
            up_to[number] = low += of_symbol[number];
    }

    Scene now() const {
        Scene scene{round.colour, round.top, round.direction, {}, false};
        for (int seat = 0; seat < SEATS; seat++) scene.hands[seat] = &hands[seat];
        return scene;
    }

    double fits(Excluded excluded, int colour, int symbol) {
        if (!excluded) return compute_fits(excluded, colour, symbol);
        for (int i = 0; i < cached; i++)
            if (cache[i].excluded == excluded && cache[i].colour == colour && cache[i].symbol == symbol)
                return cache[i].chance;
        double chance = compute_fits(excluded, colour, symbol);
        if (cached < 48) cache[cached++] = {excluded, colour, symbol, chance};
        return chance;
    }

    double can_play(const Hand &hand, int colour, int symbol) {
        for (int i = 0; i < hand.faces; i++)
            if (matches(hand.face[i], colour, symbol)) return 1.0;
        double none = 1.0, chance = 0;
        for (int i = 0; i < hand.hidden; i++) {
            if (!i || hand.excluded[i] != hand.excluded[i - 1]) chance = fits(hand.excluded[i], colour, symbol);
            none *= 1 - chance;
        }
        return 1 - none;
    }

    double has_colour(const Hand &hand, int colour) const {
        for (int i = 0; i < hand.faces; i++)
            if (colour_of(hand.face[i]) == colour) return 1.0;
        double share = double(of_colour[colour]) / std::max(total, 1), none = 1.0;
        for (int i = 0; i < hand.hidden; i++)
            none *= 1 - share * (hand.excluded[i] >> colour & 1 ? 1 - TRUST : 1.0);
        return 1 - none;
    }

    // The share of each colour, and of wild cards, among the unseen cards: added up card by card, as the engine does.
    const double *shares() {
        if (!shared && total)
            for (int colour = 0; colour <= NO_COLOUR; colour++) {
                for (int f = colour * 16 + round.two_sided(); f < colour * 16 + 16; f++) add_share(f);
                if (round.two_sided()) add_share(colour * 16 + FLIP_CARD);
            }
        shared = true;
        return share;
    }

    // The expected number of cards drawn until one of this colour comes.
    double draws_until(int colour) const { return double(total + 1) / (of_colour[colour] + 1); }

    double at_most(int number) const { return total ? double(up_to[number]) / total : 1.0; }

  private:
    struct Entry { Excluded excluded; int colour, symbol; double chance; } cache[48];
    int cached = 0;
    double share[5] = {0};
    bool shared = false;

    void add_share(Face f) {
        if (left[f] > 0) share[colour_of(f)] += double(left[f]) / total;
    }

    double compute_fits(Excluded excluded, int colour, int symbol) const {
        if (!total) return 0.0;
        int wilds = of_colour[NO_COLOUR], count = wilds;
        if (colour < 4) count += of_colour[colour];
        if (symbol < WILD) {
            count += of_symbol[symbol];
            if (colour < 4) count -= left[colour * 16 + symbol];
        }
        double fit = double(count) / total;
        if (!excluded) return fit;
        int likely = 0, fitting = 0;
        for (int c = 0; c <= NO_COLOUR; c++) {
            if (excluded >> c & 1) continue;
            int possible = of_colour[c];
            for (Excluded bits = excluded >> 8; bits; bits &= bits - 1) possible -= left[c * 16 + __builtin_ctz(bits)];
            likely += possible;
            if (c == colour || c == NO_COLOUR) fitting += possible;
            else if (!(excluded >> (8 + symbol) & 1)) fitting += left[c * 16 + symbol];
        }
        if (!likely) return fit;
        return (1 - TRUST) * fit + TRUST * fitting / likely;
    }
};

inline double amount(int cards) { return cards <= 10 ? cards / 10.0 : 1 + (cards - 10) / 40.0; }

inline double chance_to_play(const Hand &mine, int colour) {
    int colours = 0, symbols = 0;
    for (int i = 0; i < mine.faces; i++) {
        if (is_wild(mine.face[i])) return 1.0;
        colours |= 1 << colour_of(mine.face[i]);
        symbols |= 1 << symbol_of(mine.face[i]);
    }
    double fails = 1.0;
    if (colours) {
        bool held = colour < 4 && colours >> colour & 1;
        double by_colour = 0.18 * __builtin_popcount(colours) + (held ? 0.40 - 0.18 : 0);
        fails = (1 - by_colour) * pow(1 - 0.06, __builtin_popcount(symbols));
    }
    return 1 - fails * pow(1 - 0.36, mine.hidden);
}

// The winning chances of one seat.
struct Prospect {
    const Round &round;
    const Weights &weights;
    int me;
    Sight sight;
    std::optional<Sight> sight_over;  // of the side turned away
    int memory;

    Prospect(const Round &r, int seat, const Weights &w, bool seeing = false, int remembers = -1)
        : round(r), weights(w), me(seat), sight(r, r, seat, seeing, remembers < 0 ? seat : remembers),
          memory(remembers < 0 ? seat : remembers) {}

    Scene now() const { return sight.now(); }
    Sight &sight_of(const Scene &scene) { return scene.over ? *sight_over : sight; }
    int side_of(const Scene &scene) const { return round.side ^ scene.over; }

    double value(const Scene &scene, int first) {
        const Hand *rivals[SEATS];
        int count = 0;
        for (int i = 0, seat = first; i < SEATS; i++, seat = scene.after(seat))
            if (seat != me) rivals[count++] = scene.hands[seat];
        double found[FEATURES];
        of_our_hand(scene, found);
        of_rivals(scene, rivals, found + 22);
        double sum = 0;
        for (int i = 0; i < FEATURES; i++) sum += weights.of[side_of(scene)][i] * found[i];
        return 1 / (1 + exp(-sum));
    }

    double settle(const Scene &scene, int first, int depth = 0) {
        if (first == me) {
            if (depth < DEPTH) return turn(scene, depth + 1);
            first = scene.after(me);
        }
        return value(scene, first);
    }

    double turn(const Scene &scene, int depth = 0) {
        double best = draw(scene);
        const Hand &mine = *scene.hands[me];
        for (int i = 0; i < mine.faces; i++)
            if (matches(mine.face[i], scene.colour, scene.symbol))
                best = std::max(best, play(scene, mine.face[i], depth));
        return best;
    }

    double keep(const Scene &scene) { return settle(scene, scene.after(me)); }

    double draw(const Scene &scene) {
        double fits = sight_of(scene).fits(0, scene.colour, scene.symbol);
        Hand more = scene.hands[me]->plus(1);
        return fits * keep(scene) + (1 - fits) * keep(scene.dealt(me, more));
    }

    // `card` is needed only for what a Flip turns up.
    double play(const Scene &before, Face f, int depth = 0, int card = -1) {
        Hand rest = before.hands[me]->without(f);
        int symbol = symbol_of(f);
        bool battles = symbol == SPECIAL && round.variant == BATTLE;
        if (!rest.size() && !battles) return 1.0;
        Scene scene = before.dealt(me, rest);
        if (!is_wild(f)) scene.colour = colour_of(f);
        scene.symbol = symbol;
        int following = scene.after(me);
        double best = -1;
        switch (symbol) {
            case FLIP_CARD:
                if (round.two_sided() && card >= 0) return flip(card);
                break;
            case DRAW_TWO: {
                Hand hit = scene.hands[following]->plus(round.draw_two(side_of(scene)));
                return settle(scene.dealt(following, hit), scene.after(following), depth);
            }
            case SKIP: return settle(scene, round.two_sided() && side_of(scene) ? me : scene.after(following), depth);
            case REVERSE:
                scene.direction = -scene.direction;
                return settle(scene, scene.after(me), depth);
            case DRAW_FOUR:
                for (int c = 0; c < 4; c++) best = std::max(best, draw_four(scene, c, before.colour));
                return best;
            case WILD:
                for (int c = 0; c < 4; c++) best = std::max(best, settle(scene.with_colour(c), following));
                return best;
            case SPECIAL:
                if (battles) {
                    for (int seat = 0; seat < SEATS; seat++)
                        if (seat != me) best = std::max(best, battle(scene, seat));
                    return best;
                }
                for (int c = 0; c < 4; c++) {
                    Scene named = scene.with_colour(c);
                    double worth = round.variant == SWAP ? best_trade(named) : settle(named, following);
                    best = std::max(best, worth);
                }
                return best;
        }
        return settle(scene, following, depth);
    }

    // Turns everything over, by laying this card; what is turned away in hands is public.
    void turn_over(int card, Scene &scene, Hand &rest) {
        if (!sight_over) sight_over.emplace(round, round.away, me, false, memory);
        Face top = round.away.face[round.discard.at[0]];
        rest = sight_over->hands[me].without(round.away.face[card]);
        scene = sight_over->now().dealt(me, rest);
        scene.over = true, scene.colour = colour_of(top), scene.symbol = symbol_of(top);
    }

    double flip(int card) {
        Scene scene;
        Hand rest;
        turn_over(card, scene, rest);
        if (scene.colour != NO_COLOUR) return settle(scene, scene.after(me));
        double best = -1;
        for (int c = 0; c < 4; c++) best = std::max(best, settle(scene.with_colour(c), scene.after(me)));
        return best;
    }

    // How many cards a wild draw card costs the next player.
    int draw_four_count(const Scene &named) {
        int count = round.draw_four(side_of(named));
        return count ? count : std::min(int(nearbyint(sight_of(named).draws_until(named.colour))), 12);
    }

    double draw_four(const Scene &laid, int colour, int before) {
        int victim = laid.after(me);
        Scene scene = laid.with_colour(colour);
        int count = draw_four_count(scene);
        Hand hit_hand = scene.hands[victim]->plus(count);
        double hit = settle(scene.dealt(victim, hit_hand), scene.after(victim));
        const Hand &mine = *scene.hands[me];
        bool bluff = false;
        for (int i = 0; i < mine.faces; i++) bluff |= colour_of(mine.face[i]) == before;
        if (!bluff) return hit;
        Hand ours = mine.plus(count);
        double caught = settle(scene.dealt(me, ours), victim);
        return (1 - CAUGHT_BLUFFING) * hit + CAUGHT_BLUFFING * caught;
    }

    double battle(const Scene &scene, int opponent) {
        const Hand &mine = *scene.hands[me];
        int best = -1;
        for (int i = 0; i < mine.faces; i++)
            if (best < 0 || number_of(mine.face[i]) > number_of(mine.face[best])) best = i;
        return show(scene, best < 0 ? -1 : mine.face[best], opponent);
    }

    double show(const Scene &scene, int f, int opponent) {
        const Hand &mine = *scene.hands[me], &other = *scene.hands[opponent];
        double odds = odds_of(f < 0 ? 4 : number_of(f), other);
        int stake = round.aside.size, first = scene.after(round.turn);
        Hand rest = f < 0 ? mine : mine.without(f);
        if (!rest.size()) rest = rest.plus(1);
        Hand loser = other.plus(2 + stake);
        if (f >= 0) loser = loser.with(f);
        Scene won = scene.dealt(me, rest).dealt(opponent, loser);
        int count[4] = {0}, named = 0, feared = 0;
        for (int i = 0; i < rest.faces; i++)
            if (!is_wild(rest.face[i])) count[colour_of(rest.face[i])]++;
        for (int c = 1; c < 4; c++) {
            if (count[c] > count[named]) named = c;
            if (count[c] < count[feared]) feared = c;
        }
        Hand ours = mine.plus(3 + stake);
        Hand theirs = other.size() == 1 ? other : other.less(1);
        Scene lost = scene.dealt(me, ours).dealt(opponent, theirs);
        double good = settle(won.with_colour(named), first);
        return odds * good + (1 - odds) * settle(lost.with_colour(feared), first);
    }

    double trade(const Scene &scene, int first, int second) {
        Scene traded = scene;
        std::swap(traded.hands[first], traded.hands[second]);
        return settle(traded, traded.after(me));
    }

    double best_trade(const Scene &scene) {
        int others[3], count = 0;
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != me) others[count++] = seat;
        std::stable_sort(others, others + 3, [&](int a, int b) {
            return scene.hands[a]->size() < scene.hands[b]->size();
        });
        double best = trade(scene, others[0], others[2]);
        for (int other : others) best = std::max(best, trade(scene, me, other));
        return best;
    }

    double accept(int count) {
        Scene scene = now();
        Hand more = scene.hands[me]->plus(count);
        return keep(scene.dealt(me, more));
    }

    // How many cards a wild draw card costs us.
    int penalty() const {
        int count = round.draw_four(round.side);
        return count ? count : std::min(int(sight.draws_until(round.colour) + 0.5), 12);
    }

    double challenge(int accused, double guilty) {
        Scene scene = now();
        Hand more = scene.hands[accused]->plus(penalty());
        double right = turn(scene.dealt(accused, more)), wrong = accept(penalty() + 2);
        return guilty * right + (1 - guilty) * wrong;
    }

    double guilt() const {
        int accused = round.accused;
        double held = sight.has_colour(sight.hands[accused], round.doubted_colour);
        double bluffs = (BLUFFS * BLUFFS_KNOWN + round.guilty[accused]) / (BLUFFS_KNOWN + round.judged[accused]);
        return held * bluffs / (held * bluffs + 1 - held);
    }

    // The worth of naming a colour, whatever for.
    double name(int colour) {
        Scene scene = now();
        if (round.naming == FOR_DRAW_FOUR) return draw_four(scene, colour, round.doubted_colour);
        if (round.naming == FOR_TRADE) return best_trade(scene.with_colour(colour));
        return settle(scene.with_colour(colour), round.upcoming);
    }

    double odds_of(int number, const Hand &other) const {
        double below = highest_at_most(other, number - 1);
        double tie = highest_at_most(other, number) - below;
        return below + tie / 2;
    }
  private:
    double highest_at_most(const Hand &hand, int number) const {
        if (number < 0) return 0.0;
        for (int i = 0; i < hand.faces; i++)
            if (number_of(hand.face[i]) > number) return 0.0;
        return pow(sight.at_most(number), hand.size() ? hand.hidden : 1);
    }

    void of_our_hand(const Scene &scene, double *f) const {
        const Hand &mine = *scene.hands[me];
        int cards = mine.size(), wild_draws = 0, special = 0, actions = 0, draws = 0, highest = 0, flips = 0;
        int held[4] = {0}, colours = 0, most = 0;
        double wilds = 0.08 * mine.hidden, chance = chance_to_play(mine, scene.colour);
        for (int i = 0; i < mine.faces; i++) {
            Face face = mine.face[i];
            int symbol = symbol_of(face);
            if (is_wild(face)) {
                wilds += 1;
                if (symbol == DRAW_FOUR) wild_draws++;
                else if (symbol == SPECIAL) special++;
                continue;
            }
            held[colour_of(face)]++;
            if (round.two_sided() && symbol == FLIP_CARD) actions++, flips++;
            else if (symbol < 10) highest = std::max(highest, symbol);
            else actions++, draws += symbol == DRAW_TWO;
        }
        for (int c = 0; c < 4; c++) colours += held[c] > 0, most = std::max(most, held[c]);
        int in_colour = scene.colour < 4 ? held[scene.colour] : 0, at_least_one = std::max(cards, 1);
        double found[] = {
            1.0, amount(cards), double(cards == 1), double(cards == 2), double(cards == 3), double(cards == 4),
            chance, cards == 1 ? chance : 0, cards == 2 ? chance : 0,
            std::min(wilds, 3.0) / 3, cards == 1 ? std::min(wilds, 1.0) : 0, cards == 2 ? std::min(wilds, 1.0) : 0,
            wilds / at_least_one, wild_draws / 3.0, special / 3.0,
            std::min(actions, 4) / 4.0, draws / 3.0, flips / 2.0, highest / 9.0,
            (in_colour + mine.hidden / 4.5) / at_least_one,
            colours / 4.0, colours ? double(most) / cards : 0.0,
        };
        memcpy(f, found, sizeof found);
    }

    void of_rivals(const Scene &scene, const Hand *const *rivals, double *f) {
        int fewest = 10;
        double seen_wilds = 0.0, more_chance = 0, cards[3], one[3], one_chance[3], two[3], two_chance[3], three = 0;
        for (int at = 0; at < 3; at++) {
            const Hand &hand = *rivals[at];
            int size = hand.size(), wilds = 0;
            cards[at] = amount(size);
            one[at] = size == 1, two[at] = size == 2;
            one_chance[at] = two_chance[at] = 0;
            if (size <= 1 || at == 0) {
                double chance = sight_of(scene).can_play(hand, scene.colour, scene.symbol);
                if (size == 1) one_chance[at] = chance;
                else if (size == 2) two_chance[at] = chance;
                else more_chance += chance, three += size == 3;
            }
            fewest = std::min(fewest, size);
            for (int i = 0; i < hand.faces; i++) wilds += is_wild(hand.face[i]);
            if (hand.faces) seen_wilds += double(wilds) / size;
        }
        double found[] = {
            cards[0], one[0], one_chance[0], two[0], two_chance[0], three, more_chance,
            cards[1], one[1], one_chance[1], two[1],
            cards[2], one[2], one_chance[2], two[2],
            fewest / 10.0, seen_wilds,
        };
        memcpy(f, found, sizeof found);
    }
};

// Told of every decision between several moves, to compare them with the engine's.
struct Witness {
    virtual void saw(Ask ask, int seat, const std::vector<double> &worths, int chosen) = 0;
    virtual void played_on(double) {}
    virtual ~Witness() {}
};

struct Hard : Player {
    const Weights &weights;
    Witness *witness = nullptr;
    int memory = -1;  // whose, if not that of each seat
    explicit Hard(const Weights &w) : weights(w) {}

    Prospect see(const Round &r, int seat) const { return Prospect(r, seat, weights, false, memory); }

    // The first of the best.
    int best_of(Ask ask, int seat, const std::vector<double> &worths) const {
        int best = std::max_element(worths.begin(), worths.end()) - worths.begin();
        if (witness) witness->saw(ask, seat, worths, best);
        return best;
    }

    int turn(const Round &r, int seat) override {
        const Cards &hand = r.hands[seat];
        int places[MOST_CARDS], count = 0;
        bool tame = false;
        for (int i = 0; i < hand.size; i++)
            if (r.fits(hand.at[i])) places[count++] = i, tame |= !is_wild(r.face[hand.at[i]]);
        bool draws = !tame && hand.size < FULL;
        if (!witness && count == 1 && !draws) return places[0];
        Prospect prospect = see(r, seat);
        Scene now = prospect.now();
        std::vector<int> moves;
        std::vector<double> worths;
        double of_face[80];
        uint64_t done[2] = {0, 0};
        for (int i = 0; i < count; i++) {
            int card = hand.at[places[i]];
            Face f = r.face[card];
            if (r.two_sided() || !(done[f >> 6] >> (f & 63) & 1)) of_face[f] = prospect.play(now, f, 0, card);
            done[f >> 6] |= 1ull << (f & 63);
            moves.push_back(places[i]);
            worths.push_back(of_face[f]);
        }
        if (draws) moves.push_back(-1), worths.push_back(r.can_draw() ? prospect.draw(now) : 0.0);
        return moves[best_of(TURN, seat, worths)];
    }
    bool plays_drawn(const Round &r, int seat) override {
        Prospect prospect = see(r, seat);
        Scene now = prospect.now();
        int card = r.hands[seat].last();
        return best_of(DRAWN, seat, {prospect.play(now, r.face[card], 0, card), prospect.keep(now)}) == 0;
    }
    int name(const Round &r, int seat) override {
        Prospect prospect = see(r, seat);
        std::vector<double> worths;
        for (int c = 0; c < 4; c++) worths.push_back(prospect.name(c));
        return best_of(COLOUR, seat, worths);
    }
    bool challenges(const Round &r, int seat) override {
        Prospect prospect = see(r, seat);
        double yes = prospect.challenge(r.accused, prospect.guilt()), no = prospect.accept(prospect.penalty());
        return best_of(CHALLENGE, seat, {no, yes}) == 1;
    }
    int fights(const Round &r, int seat) override {
        Prospect prospect = see(r, seat);
        std::vector<int> others;
        std::vector<double> worths;
        for (int other = 0; other < SEATS; other++)
            if (other != seat) others.push_back(other), worths.push_back(prospect.battle(prospect.now(), other));
        return others[best_of(OPPONENT, seat, worths)];
    }
    int shows(const Round &r, int seat, int other) override {
        const Cards &hand = r.hands[seat];
        if (hand.size == 1) return 0;
        Prospect prospect = see(r, seat);
        std::vector<double> worths;
        for (int i = 0; i < hand.size; i++)
            worths.push_back(prospect.show(prospect.now(), r.face[hand.at[i]], other));
        return best_of(SHOW, seat, worths);
    }
    void trades(const Round &r, int seat, int &first, int &second) override {
        Prospect prospect = see(r, seat);
        std::vector<int> pairs;
        std::vector<double> worths;
        for (int a = 0; a < SEATS; a++)
            for (int b = a + 1; b < SEATS; b++)
                pairs.push_back(a * SEATS + b), worths.push_back(prospect.trade(prospect.now(), a, b));
        int pair = pairs[best_of(TRADE, seat, worths)];
        first = pair / SEATS, second = pair % SEATS;
    }
};

// The columns of p2puno/bots/weights.py, as `record.py` writes them: those of the light side first.
inline Weights read_weights(const std::string &path, Variant variant) {
    Weights weights{};
    FILE *file = fopen(path.c_str(), "r");
    char name[32];
    int found = 0;
    while (file && fscanf(file, "%31s", name) == 1) {
        double read[FEATURES];
        for (double &w : read)
            if (fscanf(file, "%lf", &w) != 1) break;
        if (!strcmp(name, VARIANTS[variant]) && found < 2) memcpy(weights.of[found++], read, sizeof read);
    }
    if (file) fclose(file);
    if (!found) fprintf(stderr, "no weights for %s in %s\n", VARIANTS[variant], path.c_str());
    return weights;
}
