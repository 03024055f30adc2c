// Plays deals as `benchmarks.strength.wins` does, from the same random numbers: see strength.py.
//
// strength WEIGHTS NETWORKS VARIANT PLAYER STAGES DEALS CLOSE PRIOR; each line of the input has the seeds of a
// deal, and of the bot at each seat. Prints how many of four rounds the player wins, deal by deal.
#include <iostream>

#include "master.h"

int main(int, char **argv) {
    Variant variant = variant_of(argv[3]);
    std::string player = argv[4];
    Weights weights = read_weights(argv[1], variant);
    Networks networks;
    if (!read_networks(networks, argv[2], variant)) return 1;
    Effort effort = {atoi(argv[5]), atoi(argv[6]), atof(argv[7]), atof(argv[8])};
    if (player == "judging") effort.deals = 0;
    Deck deck(variant);
    std::string of_deal, of_bots[SEATS];
    while (std::cin >> of_deal) {
        for (std::string &seed : of_bots) std::cin >> seed;
        int won = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            Mersenne random = Mersenne::seeded(of_deal);
            AsEngine shuffler(random);
            int dealer = random.seat();
            Table table(variant, deck, dealer, shuffler);
            Hard hard(weights);
            Master master(weights, networks, effort, Mersenne::seeded(of_bots[seat]));
            for (int other = 0; other < SEATS; other++) table.players[other] = &hard;
            table.players[seat] = &master;
            won += table.play() == seat;
        }
        printf("%d\n", won);
        fflush(stdout);
    }
}
