// Learns the networks of master from rounds against three hard bots, and measures how often they win.
//
//   python -m benchmarks.model.record weights > weights.txt
//   python -m benchmarks.model.record networks classic > classic.net      (or no file, to learn from nothing)
//   g++ -O3 -march=native -fno-math-errno -std=c++17 -pthread benchmarks/model/learn.cpp -o learn
//   ./learn classic weights.txt classic.net 900      (seconds; then how many threads, if not all), again to go on
//   python -m benchmarks.model.record pack classic classic.net
//
// Hard is fixed, so this is a best response: temporal differences over the player's own decisions, some of them
// by chance in three of four rounds. The network that plays is the mean of those of the last batches. With `seeing` as a sixth argument
// the player sees all hands, though not the draw pile: that shows what hidden hands cost.
#include <atomic>
#include <chrono>
#include <thread>

#include "network.h"

static constexpr double TRACE = 0.8;  // how much of the later result counts, beside the value of the next decision
static constexpr double EXPLORES = 0.15, WARMTH = 0.03;  // how often, and how far below the best, moves are tried
static constexpr double RATE = 1e-3, LAST_RATE = 5e-5, MEAN = 0.9995;
static constexpr int ROUNDS = 6000, BATCH = 4096, KEPT = 16;
static constexpr double AGAIN = 2;  // how often decisions of the last rounds are learned again

static Variant variant;
static int threads = std::thread::hardware_concurrency();
static bool seeing = false;
static Weights weights;

static double seconds() {
    static auto began = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

template <class Work> void in_parallel(Work work) {
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; t++) pool.emplace_back(work, t);
    for (auto &thread : pool) thread.join();
}

struct Sample { float base, target; int begin; uint8_t count, side; };
// Samples with their inputs one after the other.
struct Samples {
    std::vector<Sample> samples;
    std::vector<uint8_t> at;
    std::vector<float> value;

    void add(const Inputs &in, float base, int side) {
        samples.push_back({base, 0, int(at.size()), uint8_t(in.count), uint8_t(side)});
        at.insert(at.end(), in.at, in.at + in.count);
        value.insert(value.end(), in.value, in.value + in.count);
    }
};

// Chooses by the network, and notes its decisions and the beginnings of its turns.
struct Learner : Player {
    const float *net;
    Random random;
    bool exploring;
    Samples &notes;
    struct Decision { float best; bool explored; };
    std::vector<Decision> decisions;
    std::vector<int> next;  // for each note, the number of the decision after it
    Option planned{-1};

    struct Candidate { Option option; Inputs inputs; float base; bool wins; int side; };
    std::vector<Candidate> candidates;

    Learner(const float *w, uint64_t seed, bool explore, Samples &to) : net(w), random(seed), exploring(explore), notes(to) {}

    const float *of_side(int side) const { return net + side * WEIGHTS_SIZE; }
    void note(const Inputs &in, float base, int side) {
        notes.add(in, base, side);
        next.push_back(decisions.size());
    }

    // What all moves lead to, as `list` lists them; then one of them.
    template <class List> Option choose(const Round &r, int seat, List list) {
        Prospect prospect(r, seat, weights, seeing);
        candidates.clear();
        Options options(prospect, [&](const Option &option, const After &after) {
            double numbers[INPUTS];
            describe(prospect, after, numbers);
            candidates.push_back({option, Inputs(numbers), float(logit(after.worth)), after.worth == 1.0,
                                  prospect.side_of(after.scene)});
        });
        list(options);
        for (const Candidate &each : candidates)
            if (each.wins) {
                decisions.push_back({1.0f, false});
                return each.option;
            }
        if (candidates.size() == 1) return candidates[0].option;
        std::vector<float> values;
        Signals signals;
        for (const Candidate &each : candidates)
            values.push_back(sigmoid(forward(of_side(each.side), each.inputs, each.base, signals)));
        int best = std::max_element(values.begin(), values.end()) - values.begin(), chosen = best;
        if (exploring && random.unit() < EXPLORES) {
            double sum = 0;
            std::vector<double> odds;
            for (float value : values) odds.push_back(exp((value - values[best]) / WARMTH) + 0.01), sum += odds.back();
            double left = random.unit() * sum;
            for (chosen = 0; chosen + 1 < int(odds.size()) && (left -= odds[chosen]) > 0; chosen++) {}
        }
        decisions.push_back({values[best], chosen != best});
        note(candidates[chosen].inputs, candidates[chosen].base, candidates[chosen].side);
        return candidates[chosen].option;
    }

    // The round is over: every note learns from what followed.
    void finish(bool won) {
        std::vector<float> after(decisions.size() + 1, won);
        for (size_t i = decisions.size(); i-- > 0;) {
            const Decision &each = decisions[i];
            after[i] = (1 - TRACE) * each.best + TRACE * (each.explored ? each.best : after[i + 1]);
        }
        size_t first = notes.samples.size() - next.size();
        for (size_t i = 0; i < next.size(); i++) notes.samples[first + i].target = after[next[i]];
    }

    void begins(const Round &r, int seat) override {
        Prospect prospect(r, seat, weights, seeing);
        double numbers[INPUTS];
        After after = turn_begins(prospect);
        describe(prospect, after, numbers);
        note(Inputs(numbers), logit(after.worth), r.side);
    }
    int turn(const Round &r, int seat) override {
        return (planned = choose(r, seat, [&](auto &options) { options.turn(); })).move;
    }
    bool plays_drawn(const Round &r, int seat) override {
        planned = choose(r, seat, [&](auto &options) { options.play(1, r.hands[seat].last()), options.keep(); });
        return planned.move == 1;
    }
    int name(const Round &r, int seat) override {
        int colour = planned.colour;
        planned.colour = -1;
        return colour >= 0 ? colour : choose(r, seat, [&](auto &options) { options.name_now(); }).colour;
    }
    bool challenges(const Round &r, int seat) override {
        return choose(r, seat, [&](auto &options) { options.answer_draw_four(); }).move;
    }
    int fights(const Round &, int) override { return planned.rival; }
    int shows(const Round &r, int seat, int other) override {
        return choose(r, seat, [&](auto &options) { options.show_all(other); }).move;
    }
    void trades(const Round &, int, int &first, int &second) override { first = planned.first, second = planned.second; }
};

int main(int argc, char **argv) {
    if (argc < 5) return fprintf(stderr, "learn VARIANT WEIGHTS NETWORK SECONDS [THREADS [seeing]]\n"), 2;
    variant = variant_of(argv[1]);
    weights = read_weights(argv[2], variant);
    std::string path = argv[3];
    double time = atof(argv[4]);
    if (argv[5]) threads = atoi(argv[5]), seeing = argv[6];
    Deck deck(variant);
    const int size = deck.sides * WEIGHTS_SIZE;
    Net net(size);
    FILE *before = fopen(path.c_str(), "r");  // learning goes on where it ended
    for (int side = 0; side < deck.sides; side++) {
        begin(&net[side * WEIGHTS_SIZE], 1 + side);
        each_weight(&net[side * WEIGHTS_SIZE], [&](float &weight) {
            if (before && fscanf(before, "%f", &weight) != 1) exit(1);
        });
    }
    if (before) fclose(before);
    Net acting = net, slopes_before(size), squares_before(size);
    std::vector<Net> slopes(threads, Net(size));
    std::vector<std::vector<Samples>> kept(KEPT, std::vector<Samples>(threads));  // the last rounds
    long pass = 0, step = 0, played = 0, greedy = 0, greedy_won = 0;
    while (seconds() < time) {
        std::atomic<int> next{0};
        std::atomic<long> straight{0}, straight_won{0};
        std::vector<Samples> &notes = kept[pass++ % KEPT];
        for (auto &part : notes) part.samples.clear(), part.at.clear(), part.value.clear();
        in_parallel([&](int t) {
            for (int i; (i = next++) < ROUNDS;) {
                uint64_t number = played + i;
                ByChance chance(number);
                Random random(~number);
                int seat = random.below(SEATS);
                bool exploring = random.below(4) != 0;
                Table table(variant, deck, random.below(SEATS), chance);
                Hard hard(weights);
                Learner learner(acting.data(), random.next(), exploring, notes[t]);
                for (int other = 0; other < SEATS; other++)
                    table.players[other] = other == seat ? (Player *)&learner : &hard;
                bool won = table.play() == seat;
                learner.finish(won);
                if (!exploring) straight++, straight_won += won;
            }
        });
        played += ROUNDS, greedy += straight, greedy_won += straight_won;

        // Each note is learned once when it is new, and some of those before are learned again.
        std::vector<std::pair<const Samples *, int>> order;
        Random random(played);
        for (const Samples &part : notes)
            for (size_t i = 0; i < part.samples.size(); i++) order.push_back({&part, int(i)});
        for (size_t i = order.size() * AGAIN; i-- > 0;) {
            const Samples &old = kept[random.below(std::min<long>(pass, KEPT))][random.below(threads)];
            if (old.samples.size()) order.push_back({&old, random.below(old.samples.size())});
        }
        for (size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[random.below(i)]);
        for (size_t begin = 0; begin + BATCH <= order.size(); begin += BATCH) {
            std::atomic<int> chunk{0};
            in_parallel([&](int t) {
                std::fill(slopes[t].begin(), slopes[t].end(), 0);
                Inputs in;
                for (int c; (c = chunk++) < BATCH / 64;)
                    for (int k = 0; k < 64; k++) {
                        auto [part, index] = order[begin + c * 64 + k];
                        const Sample &sample = part->samples[index];
                        in.count = sample.count;
                        memcpy(in.at, &part->at[sample.begin], sample.count);
                        memcpy(in.value, &part->value[sample.begin], sample.count * sizeof(float));
                        int of_side = sample.side * WEIGHTS_SIZE;
                        backward(&net[of_side], in, sample.base, sample.target, &slopes[t][of_side]);
                    }
            });
            step++;
            float now = RATE * pow(LAST_RATE / RATE, std::min(1.0, seconds() / time)) * std::min(1.0, step / 100.0);
            float keep = std::min(MEAN, 1 - 1.0 / (1 + step));
            float fix1 = 1 / (1 - pow(0.9, step)), fix2 = 1 / (1 - pow(0.999, step));
            for (int i = 0; i < size; i++) {
                float slope = 0;
                for (const Net &part : slopes) slope += part[i];
                slope /= BATCH;
                slopes_before[i] = 0.9f * slopes_before[i] + 0.1f * slope;
                squares_before[i] = 0.999f * squares_before[i] + 0.001f * slope * slope;
                net[i] -= now * slopes_before[i] * fix1 / (sqrtf(squares_before[i] * fix2) + 1e-8f);
                acting[i] = keep * acting[i] + (1 - keep) * net[i];
            }
        }
        if (greedy >= 25000 || seconds() >= time) {
            double share = double(greedy_won) / greedy;
            printf("%6.0f s, %8ld rounds: wins %.2f ± %.2f %% of the last %ld in which nothing was tried\n", seconds(), played,
                   100 * share, 196 * sqrt(share * (1 - share) / greedy), greedy);
            fflush(stdout);
            greedy = greedy_won = 0;
            FILE *file = fopen(path.c_str(), "w");
            for (int side = 0; side < deck.sides; side++) {
                each_weight(&acting[side * WEIGHTS_SIZE], [&](float weight) { fprintf(file, "%.9g ", weight); });
                fprintf(file, "\n");
            }
            fclose(file);
        }
    }
}
