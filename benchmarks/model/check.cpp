// Replays rounds that `record.py` wrote, and compares every decision of hard with the engine's.
// Then plays rounds of its own.
//
//   python -m benchmarks.model.record weights > weights.txt
//   python -m benchmarks.model.record rounds classic 200 > classic.txt
//   g++ -O3 -march=native -ffp-contract=off -std=c++17 benchmarks/model/check.cpp -o check
//   ./check weights.txt classic classic.txt
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "hard.h"

static std::vector<std::string> lines;
static size_t at = 0;
static long decisions = 0, same = 0, close_values = 0, values = 0;
static double worst = 0;

static void out_of_step(const std::string &what) {
    std::cout << "out of step at line " << at << ": engine '" << lines[at].substr(0, 90) << "', model " << what << "\n";
    exit(1);
}

struct Recorded : Shuffler {
    void shuffle(uint8_t *cards, int count, Face *faces) override {
        std::istringstream line(lines[at]);
        std::string word;
        int size, face;
        line >> word >> size;
        if (word != "shuffle" || size != count) out_of_step("shuffle " + std::to_string(count));
        for (int i = 0; i < count; i++) line >> face, faces[cards[i]] = face;
        at++;
    }
};

struct Compare : Witness {
    void saw(const char *ask, int seat, const std::vector<double> &worths, int chosen) override {
        std::istringstream line(lines[at]);
        std::string word;
        int their_seat, choice;
        size_t count;
        line >> word >> their_seat >> choice >> count;
        if (word != ask || their_seat != seat || count != worths.size())
            out_of_step(std::string(ask) + " " + std::to_string(seat) + " of " + std::to_string(worths.size()));
        decisions++;
        for (double worth : worths) {
            double theirs;
            line >> theirs;
            values++;
            worst = std::max(worst, fabs(theirs - worth));
            close_values += fabs(theirs - worth) < 1e-9;
        }
        if (choice != chosen) out_of_step("chose " + std::to_string(chosen) + " at " + ask);
        same++;
        at++;
    }
};

int main(int argc, char **argv) {
    const char *names[] = {"classic", "battle", "crash", "swap"};
    Variant variant = CLASSIC;
    for (int i = 0; i < 4; i++)
        if (!strcmp(argv[2], names[i])) variant = Variant(i);
    Weights weights = read_weights(argv[1], variant);
    Deck deck(variant);
    if (argc > 3) {
        std::ifstream file(argv[3]);
        for (std::string line; std::getline(file, line);) lines.push_back(line);
        Recorded recorded;
        Compare compare;
        int rounds = 0;
        long turns = 0;
        while (at < lines.size()) {
            int dealer = lines[at++].back() - '0';
            Table table(variant, deck, dealer, recorded);
            Hard hard(weights);
            hard.witness = &compare;
            for (auto &player : table.players) player = &hard;
            int out = table.play();
            if (lines[at].substr(0, 7) == "shuffle") at++;  // the engine also draws for a last card
            if (lines[at] != "out " + std::to_string(out)) out_of_step("out " + std::to_string(out));
            at++, rounds++, turns += table.round.turns;
        }
        printf("%s: %d rounds, %ld decisions, %ld the same; %ld of %ld values within 1e-9, the worst off by %.1e; %.1f turns a round\n",
               argv[2], rounds, decisions, same, close_values, values, worst, double(turns) / rounds);
    }
    auto began = std::chrono::steady_clock::now();
    long turns = 0, won[5] = {0}, count = 20000;
    for (int i = 0; i < count; i++) {
        ByChance chance(i);
        Table table(variant, deck, i & 3, chance);
        Hard hard(weights);
        for (auto &player : table.players) player = &hard;
        int out = table.play();
        turns += table.round.turns;
        won[out < 0 ? 4 : (out - i) & 3]++;
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    printf("%s: %.0f rounds/s, %.1f turns a round; won by distance from the dealer: %.3f %.3f %.3f %.3f, nobody %.4f\n", argv[2],
           count / took.count(), double(turns) / count, won[0] / double(count), won[1] / double(count), won[2] / double(count), won[3] / double(count), won[4] / double(count));
}
