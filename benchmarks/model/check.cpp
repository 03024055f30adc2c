// Compares every decision of hard and master, and every value, with those of the engine in the rounds that
// `record.py` wrote. Fails if one differs.
//
// check WEIGHTS NETWORKS VARIANT STAGES DEALS CLOSE PRIOR < ROUNDS
#include <iostream>
#include <sstream>

#include "master.h"

static std::vector<std::string> lines;
static size_t at = 0;
static long decisions = 0, same = 0, close_values = 0, values = 0, leaves = 0;
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

static const char *asks[] = {"turn", "drawn", "colour", "challenge", "opponent", "show", "trade"};

struct Compare : Witness {
    void saw(Ask what, int seat, const std::vector<double> &worths, int chosen) override {
        const char *ask = asks[what];
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
            compare(theirs, worth);
        }
        if (choice != chosen) out_of_step("chose " + std::to_string(chosen) + " at " + ask);
        same++;
        at++;
    }
    void played_on(double leaf) override {
        if (lines[at].substr(0, 5) != "leaf ") out_of_step("leaf");
        compare(std::stod(lines[at++].substr(5)), leaf);
        leaves++;
    }
    static void compare(double theirs, double ours) {
        values++;
        worst = std::max(worst, fabs(theirs - ours));
        close_values += fabs(theirs - ours) < 1e-12;
    }
};

int main(int, char **argv) {
    Variant variant = variant_of(argv[3]);
    Weights weights = read_weights(argv[1], variant);
    Networks networks;
    if (!read_networks(networks, argv[2], variant)) return 1;
    Effort effort = {atoi(argv[4]), atoi(argv[5]), atof(argv[6]), atof(argv[7])};
    Deck deck(variant);
    for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
    Recorded recorded;
    Compare compare;
    int rounds = 0;
    while (at < lines.size()) {
        std::istringstream line(lines[at++]);
        std::string word, seed;
        int dealer, thinks;
        line >> word >> dealer >> thinks >> seed;
        Table table(variant, deck, dealer, recorded);
        Hard hard(weights);
        hard.witness = &compare;
        for (auto &player : table.players) player = &hard;
        Master master(weights, networks, effort, Mersenne::seeded(seed));
        master.witness = &compare;
        if (thinks >= 0) table.players[thinks] = &master;
        int out = table.play();
        // For a last card the engine also names a colour, and draws.
        while (lines[at].substr(0, 7) == "shuffle" || lines[at].substr(0, 6) == "colour") at++;
        if (lines[at] != "out " + std::to_string(out)) out_of_step("out " + std::to_string(out));
        at++, rounds++;
    }
    printf("%s: %d rounds; %ld of %ld decisions are the same; %ld positions played on to; %ld of %ld values within "
           "1e-12, the worst off by %.1e\n",
           argv[3], rounds, same, decisions, leaves, close_values, values, worst);
    return decisions && same == decisions && close_values == values ? 0 : 1;
}
