// Learns a best response to three hard bots from rounds against them, and measures how often it wins.
//
//   python -m benchmarks.model.record weights > weights.txt
//   g++ -O3 -march=native -ffp-contract=off -fno-math-errno -std=c++17 -pthread benchmarks/model/learn.cpp -o learn
//   ./learn learn --variant classic --net classic.net --seconds 3600
//   ./learn measure --variant classic --net classic.net --deals 10000
//
// `--seeing 1` is a player who sees all hands, though not the draw pile. `--from` begins with another network.
#include <atomic>
#include <chrono>
#include <thread>

#include "network.h"

static Variant variant = CLASSIC;
static bool seeing = false;
static int threads = 2;
static double trace = 0.8;         // how much of the later result counts, beside the value of the next decision
static double explores = 0.15, warmth = 0.03;  // how often, and how far below the best, other moves are tried
static double hopeless = 0.15;  // moves that hard thinks are worse than the best by more are not judged
static Weights weights;
static const Deck *deck;

static double seconds() {
    static auto began = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

template <class Work> void in_parallel(Work work) {
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; t++) pool.emplace_back(work, t);
    for (auto &thread : pool) thread.join();
}

struct Sample { float base, target; int begin, count; };
// Samples with their inputs one after the other.
struct Samples {
    std::vector<Sample> samples;
    std::vector<uint16_t> at;
    std::vector<float> value;
};

// Chooses by the network, and notes its decisions.
struct Learner : Player {
    const float *net;
    Random random;
    bool exploring;
    Samples *notes = nullptr;
    struct Decision { float best; bool explored; };
    std::vector<Decision> decisions;
    size_t first_note = 0;
    int planned_colour = -1, planned_first = -1, planned_second = -1, planned_rival = -1;

    Learner(const float *w, uint64_t seed, bool explore, Samples *to)
        : net(w), random(seed), exploring(explore), notes(to), first_note(to ? to->samples.size() : 0) {}

    struct Option { int place, colour = -1, first = -1, second = -1, rival = -1; };
    std::vector<Option> options;
    std::vector<Inputs> inputs;
    std::vector<float> bases;
    int winning = -1;
    double best_worth = 0;

    void begin() { options.clear(), inputs.clear(), bases.clear(), winning = -1, best_worth = 0; }
    void add(Prospect &prospect, const After &after, Option option) {
        if (after.kind != DRAWING && after.worth < best_worth - hopeless) return;
        best_worth = std::max(best_worth, after.worth);
        options.push_back(option);
        inputs.emplace_back();
        describe(prospect, after, inputs.back());
        bases.push_back(logit(after.worth));
    }
    Option choose() {
        if (winning >= 0) {
            note_best(1.0f, false);
            return options[winning];
        }
        if (options.size() == 1) return options[0];
        std::vector<float> values(options.size());
        Signals signals;
        int best = 0;
        for (size_t i = 0; i < options.size(); i++) {
            values[i] = sigmoid(forward(net, inputs[i], bases[i], signals));
            if (values[i] > values[best]) best = i;
        }
        int chosen = best;
        if (exploring && random.unit() < explores) {
            double sum = 0, odds[64];
            int count = std::min<int>(options.size(), 64);
            for (int i = 0; i < count; i++) sum += odds[i] = exp((values[i] - values[best]) / warmth) + 0.01;
            double left = random.unit() * sum;
            for (chosen = 0; chosen + 1 < count && (left -= odds[chosen]) > 0; chosen++) {}
        }
        note_best(values[best], chosen != best);
        if (notes) {
            const Inputs &in = inputs[chosen];
            notes->samples.push_back({bases[chosen], 0, int(notes->at.size()), in.count});
            notes->at.insert(notes->at.end(), in.at, in.at + in.count);
            notes->value.insert(notes->value.end(), in.value, in.value + in.count);
        }
        return options[chosen];
    }
    void note_best(float best, bool explored) {
        if (notes) decisions.push_back({best, explored});
    }
    // The round is over: every decision learns from what followed.
    void finish(bool won) {
        float result = won;
        size_t at = notes->samples.size(), from = decisions.size();
        if (from > at - first_note) from = at - first_note;  // the last one was a winning move, without a note
        for (size_t i = from; i-- > 0;) {
            if (i + 1 < decisions.size()) {
                const Decision &next = decisions[i + 1];
                result = (1 - trace) * next.best + trace * (next.explored ? next.best : result);
            }
            notes->samples[first_note + i].target = result;
        }
    }

    void add_plays(Prospect &prospect, const Scene &now, int place, Face f) {
        int me = prospect.me, symbol = symbol_of(f);
        bool battles = symbol == SPECIAL && variant == BATTLE;
        Hand rest = now.hands[me]->without(f), hit;
        if (!rest.size() && !battles) {
            winning = options.size();
            options.push_back({place});
            return;
        }
        Scene laid = now.dealt(me, rest);
        laid.symbol = symbol;
        if (!is_wild(f)) laid.colour = colour_of(f);
        int following = laid.after(me);
        After after{laid, following, MOVED};
        if (!is_wild(f)) {
            after.worth = prospect.play(now, f);
            if (symbol == REVERSE) {
                after.scene.direction = -laid.direction;
                after.first = after.scene.after(me);
            } else if (symbol == SKIP || symbol == DRAW_TWO) {
                after.first = laid.after(following);
                if (symbol == DRAW_TWO) {
                    hit = laid.hands[following]->plus(2);
                    after.scene = laid.dealt(following, hit);
                }
            }
            add(prospect, after, {place});
            return;
        }
        if (battles) {
            for (int rival = 0; rival < SEATS; rival++) {
                if (rival == me) continue;
                after.kind = FIGHTING, after.rival = rival, after.worth = prospect.battle(laid, rival);
                Option option{place};
                option.rival = rival;
                add(prospect, after, option);
            }
            return;
        }
        for (int colour = 0; colour < 4; colour++) {
            Scene named = laid.with_colour(colour);
            Option option{place, colour};
            after.scene = named;
            if (symbol == DRAW_FOUR) {
                bool bluff = false;
                for (int i = 0; i < rest.faces; i++) bluff |= colour_of(rest.face[i]) == now.colour;
                hit = laid.hands[following]->plus(4);
                after.scene = named.dealt(following, hit);
                after.first = named.after(following);
                after.kind = bluff ? DRAW_FOUR_BLUFF : DRAW_FOUR_FAIR;
                after.worth = prospect.draw_four(laid, colour, now.colour);
                add(prospect, after, option);
            } else if (symbol == SPECIAL && variant == SWAP) {
                for (option.first = 0; option.first < SEATS; option.first++)
                    for (option.second = option.first + 1; option.second < SEATS; option.second++) {
                        after.scene = named;
                        std::swap(after.scene.hands[option.first], after.scene.hands[option.second]);
                        after.worth = prospect.trade(named, option.first, option.second);
                        add(prospect, after, option);
                    }
            } else {
                after.worth = prospect.settle(named, following);
                add(prospect, after, option);
            }
        }
    }
    int plan(const Option &option) {
        planned_colour = option.colour, planned_rival = option.rival;
        planned_first = option.first, planned_second = option.second;
        return option.place;
    }

    int turn(const Round &r, int seat) override {
        Prospect prospect(r, seat, weights, seeing);
        Scene now = prospect.now();
        begin();
        const Cards &hand = r.hands[seat];
        uint64_t done[2] = {0, 0};
        for (int i = 0; i < hand.size; i++) {
            Face f = r.face[hand.at[i]];
            if (!r.fits(hand.at[i]) || done[f >> 6] >> (f & 63) & 1) continue;
            done[f >> 6] |= 1ull << (f & 63);
            add_plays(prospect, now, i, f);
        }
        if (r.can_draw() && winning < 0) {
            After after{now, now.after(seat), DRAWING};
            after.worth = prospect.draw(now);
            add(prospect, after, {-1});
        }
        return plan(choose());
    }
    bool plays_drawn(const Round &r, int seat) override {
        Prospect prospect(r, seat, weights, seeing);
        Scene now = prospect.now();
        begin();
        add_plays(prospect, now, 1, r.face[r.hands[seat].last()]);
        After after{now, now.after(seat), KEEPING};
        after.worth = prospect.keep(now);
        if (winning < 0) add(prospect, after, {0});
        return plan(choose()) == 1;
    }
    int name(const Round &r, int seat) override {
        if (planned_colour >= 0) {
            int colour = planned_colour;
            planned_colour = -1;
            return colour;
        }
        Prospect prospect(r, seat, weights, seeing);
        begin();
        for (int colour = 0; colour < 4; colour++) {
            After after{prospect.now().with_colour(colour), r.upcoming, NAMING_NOW};
            after.worth = prospect.name(colour);
            add(prospect, after, {0, colour});
        }
        return choose().colour;
    }
    bool challenges(const Round &r, int seat) override {
        Prospect prospect(r, seat, weights, seeing);
        Scene now = prospect.now();
        begin();
        Hand more = now.hands[seat]->plus(4);
        After accepting{now.dealt(seat, more), now.after(seat), ACCEPTING}, challenging{now, now.after(seat), CHALLENGING};
        double guilt = prospect.guilt();
        accepting.worth = prospect.accept(4);
        challenging.worth = prospect.challenge(r.accused, guilt);
        accepting.rival = challenging.rival = r.accused;
        accepting.chance = challenging.chance = guilt;
        add(prospect, accepting, {0});
        add(prospect, challenging, {1});
        return choose().place;
    }
    int fights(const Round &, int) override { return planned_rival; }
    int shows(const Round &r, int seat, int other) override {
        const Cards &hand = r.hands[seat];
        if (hand.size == 1) return 0;
        Prospect prospect(r, seat, weights, seeing);
        Scene now = prospect.now();
        begin();
        for (int i = 0; i < hand.size; i++) {
            Face f = r.face[hand.at[i]];
            Hand rest = now.hands[seat]->without(f);
            After after{now.dealt(seat, rest), now.after(r.turn), seat == r.challenger ? SEALING : SHOWING};
            after.rival = other, after.number = number_of(f), after.worth = prospect.show(now, f, other);
            after.chance = prospect.odds_of(number_of(f), *now.hands[other]);
            add(prospect, after, {i});
        }
        return choose().place;
    }
    void trades(const Round &, int, int &first, int &second) override { first = planned_first, second = planned_second; }
};

// The wins of four rounds of one deal, with the learner at each seat in turn.
static int wins_of_deal(const float *net, uint64_t seed) {
    int won = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        ByChance chance(seed);
        Table table(variant, *deck, seed & 3, chance);
        Hard hard(weights);
        Learner learner(net, seed, false, nullptr);
        for (int other = 0; other < SEATS; other++) table.players[other] = other == seat ? (Player *)&learner : &hard;
        won += table.play() == seat;
    }
    return won;
}

static void measure(const float *net, int deals, uint64_t seed, const char *what) {
    std::atomic<int> next{0};
    std::vector<int> won(deals);
    in_parallel([&](int) {
        for (int i; (i = next++) < deals;) won[i] = wins_of_deal(net, seed + i);
    });
    double sum = 0, squares = 0;
    for (int count : won) sum += count / 4.0, squares += count * count / 16.0;
    double mean = sum / deals, spread = squares / deals - mean * mean;
    printf("%s: wins %.2f ± %.2f %%, %d rounds\n", what, 100 * mean, 196 * sqrt(spread / deals), 4 * deals);
    fflush(stdout);
}

struct Adam {
    Net first = Net(WEIGHTS_SIZE, 0.0f), second = Net(WEIGHTS_SIZE, 0.0f);
    long step = 0;
};

int main(int argc, char **argv) {
    std::string path = "net.bin", from, weights_path = "weights.txt", mode = argv[1];
    double time = 600, rate = 1e-3, last_rate = 5e-5, average = 0.998;
    int rounds = 6000, batch = 4096, deals = 10000, keeps = 16;
    double again = 2;  // how often decisions of the last rounds are learned again
    uint64_t seed = 1;
    for (int i = 2; i + 1 < argc; i += 2) {
        std::string key = argv[i], value = argv[i + 1];
        const char *names[] = {"classic", "battle", "crash", "swap"};
        if (key == "--variant")
            for (int v = 0; v < 4; v++)
                if (value == names[v]) variant = Variant(v);
        if (key == "--net") path = value;
        if (key == "--from") from = value;
        if (key == "--weights") weights_path = value;
        if (key == "--seconds") time = stod(value);
        if (key == "--rate") rate = stod(value);
        if (key == "--last-rate") last_rate = stod(value);
        if (key == "--average") average = stod(value);
        if (key == "--trace") trace = stod(value);
        if (key == "--explores") explores = stod(value);
        if (key == "--warmth") warmth = stod(value);
        if (key == "--keeps") keeps = stoi(value);
        if (key == "--again") again = stod(value);
        if (key == "--threads") threads = stoi(value);
        if (key == "--deals") deals = stoi(value);
        if (key == "--seed") seed = stoull(value);
        if (key == "--seeing") seeing = stoi(value);
    }
    weights = read_weights(weights_path, variant);
    Deck cards(variant);
    deck = &cards;
    if (mode == "measure") {
        Net net;
        if (!read_net(net, path)) net = new_net(1), printf("a new network, which judges like hard\n");
        measure(net.data(), deals, seed * 1000000000ull + (1ull << 62), path.c_str());
        return 0;
    }

    Net net = new_net(seed);
    if (!from.empty() && !read_net(net, from)) return 1;
    Net acting = net;
    Adam adam;
    std::vector<Net> slopes(threads, Net(WEIGHTS_SIZE));
    std::vector<std::vector<Samples>> kept(keeps, std::vector<Samples>(threads));  // the last rounds
    long pass = 0;
    long played = 0, learned = 0, greedy = 0, greedy_won = 0;
    double error = 0, playing = 0, learning = 0;
    long counted = 0;
    while (seconds() < time) {
        double before = seconds();
        std::atomic<int> next{0};
        std::atomic<long> straight{0}, straight_won{0};
        std::vector<Samples> &notes = kept[pass++ % keeps];
        for (auto &part : notes) part.samples.clear(), part.at.clear(), part.value.clear();
        in_parallel([&](int t) {
            for (int i; (i = next++) < rounds;) {
                uint64_t number = seed * 10000000000ull + played + i;
                ByChance chance(number);
                Random random(~number);
                int seat = random.below(SEATS);
                bool exploring = random.below(4) != 0;
                Table table(variant, *deck, random.below(SEATS), chance);
                Hard hard(weights);
                Learner learner(acting.data(), random.next(), exploring, &notes[t]);
                for (int other = 0; other < SEATS; other++)
                    table.players[other] = other == seat ? (Player *)&learner : &hard;
                bool won = table.play() == seat;
                learner.finish(won);
                if (!exploring) straight++, straight_won += won;
            }
        });
        played += rounds, greedy += straight, greedy_won += straight_won;
        playing += seconds() - before, before = seconds();

        // Each decision is learned once when it is new, and some of those before are learned again.
        std::vector<std::pair<const Samples *, int>> order;
        Random random(seed * 77 + played);
        for (int t = 0; t < threads; t++)
            for (size_t i = 0; i < notes[t].samples.size(); i++) order.push_back({&notes[t], int(i)});
        for (size_t i = order.size() * again; i-- > 0;) {
            const Samples &old = kept[random.below(std::min<long>(pass, keeps))][random.below(threads)];
            if (old.samples.size()) order.push_back({&old, random.below(old.samples.size())});
        }
        for (size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[random.below(i)]);
        for (size_t begin = 0; begin + batch <= order.size(); begin += batch) {
            std::atomic<int> chunk{0};
            std::vector<double> errors(threads);
            in_parallel([&](int t) {
                memset(slopes[t].data(), 0, WEIGHTS_SIZE * sizeof(float));
                Inputs in;
                for (int c; (c = chunk++) < batch / 64;)
                    for (int k = 0; k < 64; k++) {
                        auto [part, index] = order[begin + c * 64 + k];
                        const Sample &sample = part->samples[index];
                        in.count = sample.count;
                        memcpy(in.at, &part->at[sample.begin], sample.count * sizeof(uint16_t));
                        memcpy(in.value, &part->value[sample.begin], sample.count * sizeof(float));
                        errors[t] += backward(net.data(), in, sample.base, sample.target, slopes[t].data());
                    }
            });
            for (double each : errors) error += each;
            counted += batch;
            adam.step++;
            double part = std::min(1.0, seconds() / time);
            float now = (rate * pow(last_rate / rate, part)) * std::min(1.0, adam.step / 100.0);
            float keep = std::min(average, 1 - 1.0 / (1 + adam.step));
            float fix1 = 1 / (1 - pow(0.9, adam.step)), fix2 = 1 / (1 - pow(0.999, adam.step)), scale = 1.0f / batch;
            in_parallel([&](int t) {
                int share = (WEIGHTS_SIZE / 16 + threads - 1) / threads * 16;
                for (int i = t * share, end = std::min((t + 1) * share, WEIGHTS_SIZE); i < end; i++) {
                    float slope = 0;
                    for (int other = 0; other < threads; other++) slope += slopes[other][i];
                    slope *= scale;
                    adam.first[i] = 0.9f * adam.first[i] + 0.1f * slope;
                    adam.second[i] = 0.999f * adam.second[i] + 0.001f * slope * slope;
                    net[i] -= now * adam.first[i] * fix1 / (sqrtf(adam.second[i] * fix2) + 1e-8f);
                    acting[i] = keep * acting[i] + (1 - keep) * net[i];
                }
            });
            learned += batch;
        }
        learning += seconds() - before;
        if (greedy >= 25000 || seconds() >= time) {
            double share = double(greedy_won) / std::max(greedy, 1l);
            printf("%6.0f s, %8ld rounds, %9ld decisions learned: wins %.2f ± %.2f %% of the last %ld without trying, error %.5f (playing %.0f s, learning %.0f s)\n",
                   seconds(), played, learned, 100 * share, 196 * sqrt(share * (1 - share) / std::max(greedy, 1l)), greedy,
                   error / std::max(counted, 1l), playing, learning);
            fflush(stdout);
            greedy = greedy_won = counted = 0, error = 0;
            write_net(acting, path);
        }
    }
    write_net(acting, path);
}
