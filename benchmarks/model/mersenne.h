// Python's random numbers: the same seeds give the same numbers, and the same orders of cards.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "rules.h"

// random.Random, seeded with a whole number in words of 32 bits, the lowest first.
struct Mersenne {
    uint32_t state[624];
    int at = 624;

    explicit Mersenne(const std::vector<uint32_t> &key) {
        state[0] = 19650218;
        for (uint32_t i = 1; i < 624; i++) state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
        uint32_t i = 1, j = 0, size = key.size();
        for (uint32_t k = std::max(624u, size); k; k--) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525u) + key[j] + j;
            if (++i == 624) state[0] = state[623], i = 1;
            if (++j == size) j = 0;
        }
        for (int k = 623; k; k--) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941u) - i;
            if (++i == 624) state[0] = state[623], i = 1;
        }
        state[0] = 0x80000000u;
    }
    // In hexadecimal digits.
    static Mersenne seeded(const std::string &digits) {
        std::vector<uint32_t> key;
        for (int end = digits.size(); end > 0; end -= 8) {
            int begin = std::max(end - 8, 0);
            key.push_back(std::stoul(digits.substr(begin, end - begin), nullptr, 16));
        }
        return Mersenne(key);
    }

    uint32_t word() {
        if (at == 624) {
            for (int i = 0; i < 227; i++) twist(i, i + 1, i + 397);
            for (int i = 227; i < 623; i++) twist(i, i + 1, i - 227);
            twist(623, 0, 396);
            at = 0;
        }
        uint32_t y = state[at++];
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c5680u;
        y ^= y << 15 & 0xefc60000u;
        return y ^ y >> 18;
    }
    uint64_t fraction() {  // of 2 ** 53
        uint64_t high = word() >> 5;
        return high << 26 | word() >> 6;
    }
    double unit() { return fraction() * 0x1p-53; }
    int seat() {  // randrange(4)
        for (;;)
            if (uint32_t drawn = word() >> 29; drawn < SEATS) return drawn;
    }

    // p2puno.dealer.shuffle: sorts by random numbers.
    void shuffle(uint8_t *items, int count) {
        uint64_t drawn[MOST_CARDS], order[MOST_CARDS];
        uint8_t before[MOST_CARDS], ends[129] = {0};
        memcpy(before, items, count);
        for (int i = 0; i < count; i++) ends[1 + ((drawn[i] = fraction() << 7 | i) >> 53)]++;
        // Roughly by their highest bits, then one by one.
        for (int i = 0; i < 128; i++) ends[i + 1] += ends[i];
        for (int i = 0; i < count; i++) order[ends[drawn[i] >> 53]++] = drawn[i];
        for (int i = 1; i < count; i++)
            for (int j = i; j && order[j] < order[j - 1]; j--) std::swap(order[j], order[j - 1]);
        for (int i = 0; i < count; i++) items[i] = before[order[i] & 127];
    }

  private:
    void twist(int i, int following, int other) {
        uint32_t both = (state[i] & 0x80000000u) | (state[following] & 0x7fffffffu);
        state[i] = state[other] ^ both >> 1 ^ (both & 1 ? 0x9908b0dfu : 0);
    }
};

struct AsEngine : Shuffler {
    Mersenne &random;
    explicit AsEngine(Mersenne &with) : random(with) {}
    void shuffle(uint8_t *cards, int count, Face *) override { random.shuffle(cards, count); }
};
