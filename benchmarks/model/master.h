// The bot `master`: the same decisions as p2puno/bots/master.py takes from the same random numbers.
#pragma once
#include "foresight.h"
#include "mersenne.h"

struct Effort {
    int stages, deals;
    double close, prior;
    bool to_end = false;  // in the deal that is really on the table: only a player who sees all may do that
};

// Deals that fit everything a seat knows about one side of the cards.
struct PossibleDeals {
    static constexpr double TRUSTED = 0.97;
    const Excluded *excluded;
    int unseen_count = 0;
    Face unseen[MOST_CARDS];
    Cards restricted, free;

    PossibleDeals(const Round &r, int me, int number) {
        const Side &side = number == r.side ? r : r.away;
        excluded = side.excluded[me];
        int left[80];
        for (int f = 0; f < 80; f++) left[f] = r.deck->counts[number][f];
        auto look = [&](const Cards &cards) {
            for (int i = 0; i < cards.size; i++) {
                int card = cards.at[i];
                if (side.known[card] >> me & 1) left[side.face[card]]--;
                else (excluded[card] ? restricted : free).add(card);
            }
        };
        for (const Cards &hand : r.hands) look(hand);
        look(r.aside), look(r.discard), look(r.pile);
        for (int i = 0; i < r.deck->size; i++)
            for (Face f = r.deck->faces[number][i]; left[f] > 0; left[f]--) unseen[unseen_count++] = f;
    }

    void draw(Mersenne &random, Face *faces) const {
        Face left[MOST_CARDS];
        int count = unseen_count;
        memcpy(left, unseen, count);
        random.shuffle(left, count);
        for (int i = 0; i < restricted.size; i++) {
            int card = restricted.at[i], at = count - 1;
            if (random.unit() < TRUSTED) {
                Excluded never = excluded[card];
                while (at >= 0 && (never >> colour_of(left[at]) & 1 || never >> (8 + symbol_of(left[at])) & 1)) at--;
                if (at < 0) at = count - 1;
            }
            faces[card] = left[at];
            memmove(left + at, left + at + 1, --count - at);
        }
        for (int i = 0; i < free.size; i++) faces[free.at[i]] = left[i];
    }
};

struct Master : Hard {
    // Its generator is made only if cards are shuffled, which is rare.
    struct Later : Shuffler {
        uint32_t seed;
        std::vector<Mersenne> random;
        explicit Later(uint32_t with) : seed(with) {}
        void shuffle(uint8_t *cards, int count, Face *) override {
            if (random.empty()) random.emplace_back(std::vector<uint32_t>{seed});
            random[0].shuffle(cards, count);
        }
    };

    const Networks &networks;
    Effort effort;
    Mersenne random;

    Master(const Weights &w, const Networks &n, Effort e, const Mersenne &r)
        : Hard(w), networks(n), effort(e), random(r) {}

    int turn(const Round &r, int seat) override {
        return choose(TURN, r, seat, [](auto &options) { options.turn(); });
    }
    bool plays_drawn(const Round &r, int seat) override {
        return choose(DRAWN, r, seat, [&](auto &options) { options.play(1, r.hands[seat].last()), options.keep(); });
    }
    int name(const Round &r, int seat) override {
        return choose(COLOUR, r, seat, [](auto &options) { options.name_now(); });
    }
    bool challenges(const Round &r, int seat) override {
        return choose(CHALLENGE, r, seat, [](auto &options) { options.answer_draw_four(); });
    }
    int fights(const Round &r, int seat) override {
        return choose(OPPONENT, r, seat, [](auto &options) { options.fights_now(); });
    }
    int shows(const Round &r, int seat, int other) override {
        int place = r.hands[seat].size == 1 ? 0 : choose(SHOW, r, seat, [&](auto &options) { options.show_all(other); });
        if (seat == r.challenger)
            for (int i = 0; i < 8; i++) random.word();  // what it seals the card with
        return place;
    }
    void trades(const Round &r, int seat, int &first, int &second) override {
        int pair = choose(TRADE, r, seat, [](auto &options) { options.trades_now(); });
        first = pair / SEATS, second = pair % SEATS;
    }

  private:
    // The best of the moves that `list` lists.
    template <class List> int choose(Ask ask, const Round &r, int seat, List list) {
        Prospect prospect = see(r, seat);
        std::vector<int> moves;
        std::vector<double> worths;
        Options options(prospect, [&](const Option &option, const After &after) {
            if (moves.empty() || moves.back() != option.move) moves.push_back(option.move), worths.push_back(0);
            worths.back() = std::max(worths.back(), value(prospect, after));
        });
        list(options);
        double best = *std::max_element(worths.begin(), worths.end());
        std::vector<std::pair<double, int>> close;
        bool plays = ask != CHALLENGE && ask != SHOW;
        for (size_t i = 0; i < moves.size(); i++)
            if (worths[i] >= best - (plays ? effort.close : 0)) close.push_back({effort.prior * worths[i], i});
        if (plays && close.size() > 1 && effort.deals > 0) play_on(ask, r, seat, moves, close);
        auto most = close.begin();
        for (auto each = most; each != close.end(); ++each)
            if (each->first > most->first) most = each;
        if (witness) witness->saw(ask, seat, worths, most->second);
        return moves[most->second];
    }

    void play_on(Ask ask, const Round &r, int seat, const std::vector<int> &moves,
                 std::vector<std::pair<double, int>> &close) {
        std::vector<PossibleDeals> sides;
        for (int side = 0; side < r.deck->sides; side++) sides.emplace_back(r, seat, side);
        Round start = r;
        start.heard = false;
        for (int holder = 0; holder < SEATS; holder++)  // others see their own cards, and what is public
            for (int i = 0; i < r.hands[holder].size; i++)
                for (Side *side : {static_cast<Side *>(&start), &start.away}) {
                    uint8_t &known = side->known[r.hands[holder].at[i]];
                    if (known != EVERYBODY) known = (known & 1 << seat) | 1 << holder;
                }
        Hard replies(weights);
        replies.memory = seat;
        for (int stage = 0; stage < effort.stages; stage++) {
            for (int i = 0; i < effort.deals; i++) {
                for (int side = 0; side < r.deck->sides && !effort.to_end; side++)
                    sides[side].draw(random, side == r.side ? start.face : start.away.face);
                uint32_t seed = random.word();
                for (auto &[total, move] : close) {
                    Later luck(seed);
                    Table table(start, replies, luck);
                    table.play_on(ask, seat, moves[move], effort.to_end);
                    double leaf = worth(table.round, seat);
                    if (witness) witness->played_on(leaf);
                    total += leaf;
                }
            }
            std::stable_sort(close.begin(), close.end(), [](auto &a, auto &b) { return a.first > b.first; });
            close.resize(std::min(close.size(), std::max<size_t>(2, (close.size() + 1) / 2)));
        }
    }
    double worth(const Round &r, int seat) const {
        if (r.over) return r.out == seat;
        Prospect prospect(r, seat, weights);
        return value(prospect, turn_begins(prospect));
    }
    double value(Prospect &prospect, const After &after) const {
        if (after.worth == 1.0 || after.worth == 0.0) return after.worth;  // won, or passes: nothing is left to draw
        double numbers[INPUTS];
        describe(prospect, after, numbers);
        return networks.of[prospect.side_of(after.scene)].value(numbers, after.worth);
    }
};

// The player `sees all` of benchmarks/yardsticks.py: like master, but it sees every hand.
struct Clairvoyant : Master {
    using Master::Master;

    int turn(const Round &r, int seat) override { return Master::turn(seeing(r, seat), seat); }
    bool plays_drawn(const Round &r, int seat) override { return Master::plays_drawn(seeing(r, seat), seat); }
    int name(const Round &r, int seat) override { return Master::name(seeing(r, seat), seat); }
    bool challenges(const Round &r, int seat) override { return Master::challenges(seeing(r, seat), seat); }
    int fights(const Round &r, int seat) override { return Master::fights(seeing(r, seat), seat); }
    int shows(const Round &r, int seat, int other) override { return Master::shows(seeing(r, seat), seat, other); }
    void trades(const Round &r, int seat, int &first, int &second) override {
        Master::trades(seeing(r, seat), seat, first, second);
    }

  private:
    static Round seeing(const Round &r, int seat) {
        Round seen = r;
        for (const Cards &hand : r.hands)
            for (int i = 0; i < hand.size; i++)
                for (Side *side : {static_cast<Side *>(&seen), &seen.away}) side->known[hand.at[i]] |= 1 << seat;
        return seen;
    }
};
