// Describes a position after a move in numbers, from what a seat may know: what the learning player judges by.
//
// Colours are renamed: the one in play comes first, then those of which we hold most. Most numbers are 0.
#pragma once
#include "hard.h"

struct Inputs {
    static constexpr int MOST = 320;
    int count = 0;
    uint16_t at[MOST];
    float value[MOST];
    void add(int index, float number = 1) {
        if (number != 0 && count < MOST) at[count] = index, value[count++] = number;
    }
};

enum Kind { MOVED, DRAWING, DRAW_FOUR_FAIR, DRAW_FOUR_BLUFF, KEEPING, ACCEPTING, CHALLENGING, FIGHTING, SEALING, SHOWING, NAMING_NOW, KINDS };

struct After {
    Scene scene;
    int first;  // whose turn comes next
    Kind kind;
    int rival = -1;      // whom the move is aimed at, in challenges and battles
    int number = 0;      // what we show in a battle
    double worth = 0.5;  // what hard thinks of it
    double chance = 0;   // of success, in challenges and battles
};

namespace layout {
constexpr int OWN_SIZE = 0, HELD = OWN_SIZE + 16, HELD_TWO = HELD + 52, OWN_WILDS = HELD_TWO + 52,
              OWN_COLOURS = OWN_WILDS + 9, OWN_HIDDEN = OWN_COLOURS + 24, COLOUR_COUNT = OWN_HIDDEN + 10,
              SAME_TOP = COLOUR_COUNT + 5, FITTING = SAME_TOP + 4, WILDS_BY_SIZE = FITTING + 8,
              OWN_NUMBERS = WILDS_BY_SIZE + 15, TOP = OWN_NUMBERS + 8, KIND = TOP + 16, TURN_OF_MINE = KIND + KINDS,
              UNSEEN = TURN_OF_MINE + 4, LEFT_WILDS = UNSEEN + 20, LEFT_TOP = LEFT_WILDS + 15,
              FEWEST = LEFT_TOP + 9, SHOWN = FEWEST + 6, OTHER = SHOWN + 10, RIVALS = OTHER + 8;
constexpr int R_SIZE = 0, R_CHANCE = R_SIZE + 14, R_SHARE = R_CHANCE + 6, R_MAY_HOLD = R_SHARE + 5,
              R_NAMED = R_MAY_HOLD + 80, R_DEED = R_NAMED + 5, R_DEED_BEFORE = R_DEED + 25,
              R_KNOWN = R_DEED_BEFORE + 25, R_KNOWN_TWO = R_KNOWN + 55, R_REST = R_KNOWN_TWO + 55,
              R_COLOURS = R_REST + 6, RIVAL = R_COLOURS + 20;
constexpr int SIZE = RIVALS + 3 * RIVAL;
}  // namespace layout

inline double logit(double p) {
    p = std::min(std::max(p, 0.005), 0.995);
    return log(p / (1 - p));
}

inline void describe(Prospect &prospect, const After &after, Inputs &in) {
    using namespace layout;
    const Round &r = prospect.round;
    const Scene &scene = after.scene;
    Sight &sight = prospect.sight;
    const Hand &mine = *scene.hands[prospect.me];
    int me = prospect.me, total = std::max(sight.total, 1), size = mine.size();
    in.count = 0;

    int held[5] = {0}, counts[80] = {0}, symbols[16] = {0}, fitting = 0, highest = 0;
    for (int i = 0; i < mine.faces; i++) {
        Face f = mine.face[i];
        held[colour_of(f)]++, counts[f]++, symbols[symbol_of(f)]++;
        fitting += matches(f, scene.colour, scene.symbol);
        highest = std::max(highest, number_of(f));
    }
    int order[4] = {0, 1, 2, 3}, rank[5];
    auto weight = [&](int c) { return (c == scene.colour ? 100000 : 0) + 200 * held[c] + sight.of_colour[c]; };
    std::stable_sort(order, order + 4, [&](int a, int b) { return weight(a) > weight(b); });
    for (int i = 0; i < 4; i++) rank[order[i]] = i;
    rank[NO_COLOUR] = 4;

    in.add(OWN_SIZE + std::min(size, 15));
    int pairs = 0, colours = 0, wilds = held[NO_COLOUR];
    for (int c = 0; c < 4; c++) {
        colours += held[c] > 0;
        in.add(OWN_COLOURS + 6 * rank[c] + std::min(held[c], 5));
        if (!held[c]) continue;
        for (int s = 0; s <= SKIP; s++)
            if (int n = counts[c * 16 + s]) {
                in.add(HELD + 13 * rank[c] + s);
                if (n > 1) in.add(HELD_TWO + 13 * rank[c] + s);
            }
    }
    for (int s = 0; s <= SKIP; s++) {
        int owners = 0;
        if (symbols[s] > 1)
            for (int c = 0; c < 4; c++) owners += counts[c * 16 + s] > 0;
        if (owners > 1) pairs += owners - 1;
    }
    for (int w = 0; w < 3; w++)
        for (int n = 0; n < std::min(symbols[WILD + w], 3); n++) in.add(OWN_WILDS + 3 * w + n);
    if (mine.hidden) in.add(OWN_HIDDEN + std::min(int(mine.hidden), 9));
    in.add(COLOUR_COUNT + colours);
    int same = scene.symbol < WILD ? symbols[scene.symbol] - (scene.colour < 4 ? counts[scene.colour * 16 + scene.symbol] : 0) : 0;
    in.add(SAME_TOP + std::min(same, 3));
    in.add(FITTING + std::min(fitting, 7));
    if (size >= 1 && size <= 5) in.add(WILDS_BY_SIZE + 3 * (size - 1) + std::min(wilds, 2));
    in.add(OWN_NUMBERS, pairs / 2.0);
    in.add(OWN_NUMBERS + 1, chance_to_play(mine, scene.colour));
    in.add(OWN_NUMBERS + 2, highest / 9.0);
    if (size >= 2 && size <= 4 && mine.faces == size) {
        int linked = 0;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < i; j++) {
                Face a = mine.face[i], b = mine.face[j];
                linked += is_wild(a) || is_wild(b) || matches(a, colour_of(b), symbol_of(b));
            }
        in.add(OWN_NUMBERS + 1 + size, linked / (size * (size - 1) / 2.0));
    }
    in.add(OWN_NUMBERS + 6, wilds / double(std::max(size, 1)));
    in.add(OWN_NUMBERS + 7, amount(size));

    in.add(TOP + scene.symbol);
    in.add(KIND + after.kind);
    for (int c = 0; c < 4; c++) {
        int actions = 0;
        for (int s = DRAW_TWO; s <= SKIP; s++) actions += sight.left[c * 16 + s];
        in.add(UNSEEN + rank[c], 4.0 * sight.of_colour[c] / total);
        in.add(UNSEEN + 4 + rank[c], actions / 6.0);
        in.add(UNSEEN + 8 + rank[c], sight.of_colour[c] / 25.0);
    }
    in.add(UNSEEN + 12, 10.0 * sight.of_colour[NO_COLOUR] / total);
    in.add(UNSEEN + 13, sight.total / 100.0);
    in.add(UNSEEN + 14, r.pile.size / 100.0);
    in.add(UNSEEN + 15, r.turns / 60.0);
    in.add(UNSEEN + 16, sight.fits(0, scene.colour, scene.symbol) * 2);
    for (int w = 0; w < 3; w++) in.add(LEFT_WILDS + 5 * w + std::min(sight.of_symbol[WILD + w], 4));
    int left_top = scene.symbol < WILD ? sight.of_symbol[scene.symbol] - (scene.colour < 4 ? sight.left[scene.colour * 16 + scene.symbol] : 0) : 0;
    in.add(LEFT_TOP + std::min(left_top, 8));
    if (after.kind == SEALING || after.kind == SHOWING) in.add(SHOWN + after.number);
    in.add(OTHER, after.chance);
    in.add(OTHER + 1, logit(after.worth) / 3);
    in.add(OTHER + 2, r.aside.size / 4.0);
    in.add(OTHER + 3, after.worth);

    int fewest = 99, at = 0;
    for (int i = 0, seat = after.first; i < SEATS; i++, seat = scene.after(seat)) {
        if (seat == me) {
            in.add(TURN_OF_MINE + i);
            continue;
        }
        const Hand &hand = *scene.hands[seat];
        int base = RIVALS + RIVAL * at++, n = hand.size(), by_size = std::min(std::max(n, 1), 4) - 1;
        fewest = std::min(fewest, n);
        in.add(base + R_SIZE + std::min(n, 13));
        double chance = sight.can_play(hand, scene.colour, scene.symbol), each = n ? 1.0 / n : 0;
        in.add(base + R_CHANCE, chance);
        in.add(base + R_CHANCE + 1 + by_size, chance);
        in.add(base + R_CHANCE + 5, amount(n));
        int known[5] = {0}, may[4], seen[80];
        for (int i = 0; i < hand.faces; i++) {
            Face f = hand.face[i];
            known[colour_of(f)]++;
            int index = is_wild(f) ? 52 + symbol_of(f) - WILD : 13 * rank[colour_of(f)] + symbol_of(f);
            seen[i] = index;
            bool again = false;
            for (int j = 0; j < i; j++) again |= seen[j] == index;
            in.add(base + (again ? R_KNOWN_TWO : R_KNOWN) + index);
        }
        if (r.variant == CRASH) {
            bool fit = false;
            for (int f = 0; f < 80; f++)
                if (r.lost[me][seat][f]) {
                    known[colour_of(f)] += r.lost[me][seat][f];
                    fit |= matches(f, scene.colour, scene.symbol);
                    in.add(base + R_KNOWN + (is_wild(f) ? 52 + symbol_of(f) - WILD : 13 * rank[colour_of(f)] + symbol_of(f)));
                }
            if (fit) in.add(base + R_REST + 5);
        }
        int not_top = 0;
        for (int c = 0; c < 4; c++) may[c] = hand.hidden;
        for (int i = 0; i < hand.hidden; i++) {
            Excluded excluded = hand.excluded[i];
            if (!excluded) continue;
            for (int c = 0; c < 4; c++) may[c] -= excluded >> c & 1;
            not_top += excluded >> (8 + scene.symbol) & 1;
        }
        for (int c = 0; c < 4; c++) {
            double likely = may[c] + (1 - TRUST) * (hand.hidden - may[c]);
            in.add(base + R_SHARE + rank[c], 2 * (known[c] + likely * sight.of_colour[c] / total) * each);
            in.add(base + R_MAY_HOLD + 20 * rank[c] + 5 * by_size + std::min(may[c], 4));
            if (hand.faces || r.variant == CRASH) in.add(base + R_COLOURS + 5 * rank[c] + std::min(known[c], 4));
        }
        in.add(base + R_SHARE + 4, 4 * (known[NO_COLOUR] + hand.hidden * sight.of_colour[NO_COLOUR] / double(total)) * each);
        in.add(base + R_NAMED + rank[r.named[seat]]);
        in.add(base + R_DEED + 5 * r.deeds[seat][0] + rank[r.deed_colours[seat][0]]);
        in.add(base + R_DEED_BEFORE + 5 * r.deeds[seat][1] + rank[r.deed_colours[seat][1]]);
        in.add(base + R_REST, hand.faces * each);
        in.add(base + R_REST + 1, not_top * each);
        in.add(base + R_REST + 2, std::min(r.guilty[seat], 2) / 2.0);
        in.add(base + R_REST + 3, std::min(r.judged[seat], 2) / 2.0);
        if (seat == after.rival) in.add(base + R_REST + 4);
    }
    in.add(FEWEST + std::min(fewest, 5));
}
