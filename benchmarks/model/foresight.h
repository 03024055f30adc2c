// Judges positions by the networks of master: the same numbers as p2puno/bots/position.py and network.py.
#pragma once
#include "hard.h"

constexpr int POSITION = 99, HIDDEN = 32;

struct Network {
    typedef double Units __attribute__((vector_size(HIDDEN * sizeof(double))));
    double bias, linear[POSITION], output[HIDDEN];
    Units first, inputs[POSITION];

    // Reads the numbers of `Network.text`, as they are before they are packed.
    bool read(FILE *file) {
        auto number = [&](double &to) { return fscanf(file, "%lf", &to) == 1; };
        bool good = number(bias);
        for (double &weight : linear) good = good && number(weight);
        for (int unit = 0; unit < HIDDEN; unit++) {
            double of_unit[POSITION + 2];
            for (double &weight : of_unit) good = good && number(weight);
            first[unit] = of_unit[0], output[unit] = of_unit[1];
            for (int i = 0; i < POSITION; i++) inputs[i][unit] = of_unit[i + 2];
        }
        return good;
    }

    double value(const double *numbers) const {
        double straight = 0;
        Units signals{};
        for (int i = 0; i < POSITION; i++) {
            double x = numbers[i];
            if (x == 0) continue;
            straight += linear[i] * x;
            signals += inputs[i] * x;
        }
        signals = first + signals;
        double total = bias + straight;
        for (int unit = 0; unit < HIDDEN; unit++)
            if (signals[unit] > 0) total += output[unit] * signals[unit];
        return 1 / (1 + exp(-total));
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
        add(fewest / 10.0), add(1);
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
};

struct Foresight : Judge {
    Network networks[2];  // by side
    double value(Prospect &prospect, const Scene &scene, int first) const override {
        return networks[prospect.side_of(scene)].value(Position(prospect, scene, first).numbers);
    }
};

// What master judges by when its turn has ended, and when it begins.
struct Networks { Foresight moved, to_move; };

// The networks of a rule set, as `record.py` writes them.
inline bool read_networks(Networks &networks, const std::string &path, Variant variant) {
    FILE *file = fopen(path.c_str(), "r");
    bool read = file;
    for (int side = 0; side < (variant == FLIP ? 2 : 1); side++)
        read = read && networks.moved.networks[side].read(file) && networks.to_move.networks[side].read(file);
    if (file) fclose(file);
    return read;
}
