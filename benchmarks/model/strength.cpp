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
    effort.to_end = player == "sees all";
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
            Mersenne of_bot = Mersenne::seeded(of_bots[seat]);
            Master master(weights, networks, effort, of_bot);
            Clairvoyant clairvoyant(weights, networks, effort, of_bot);
            for (int other = 0; other < SEATS; other++) table.players[other] = &hard;
            table.players[seat] = effort.to_end ? &clairvoyant : &master;
            won += table.play() == seat;
        }
        printf("%d\n", won);
        fflush(stdout);
    }
}
