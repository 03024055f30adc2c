// The network of master as it learns, in single precision, and its learning by Adam's method.
#pragma once
#include <cmath>
#include <cstring>
#include <vector>

#include "foresight.h"

// One array of weights: inputs to first layer, its biases, first to second, its biases, second to output, and
// the output's bias and the factor of hard's judgement, which the network corrects.
constexpr int B1 = INPUTS * FIRST, W2 = B1 + FIRST, B2 = W2 + FIRST * SECOND, W3 = B2 + SECOND, B3 = W3 + SECOND,
              WEIGHTS_SIZE = (B3 + 2 + 15) / 16 * 16;

typedef std::vector<float> Net;

// The numbers of a description that are not 0.
struct Inputs {
    int count = 0;
    uint8_t at[INPUTS];
    float value[INPUTS];

    Inputs() {}
    explicit Inputs(const double *numbers) {
        for (int i = 0; i < INPUTS; i++)
            if (numbers[i] != 0) at[count] = i, value[count++] = numbers[i];
    }
};

struct Signals { alignas(64) float first[FIRST], second[SECOND]; };

typedef float Sixteen __attribute__((vector_size(64), aligned(4)));
constexpr int BLOCKS_1 = FIRST / 16, BLOCKS_2 = SECOND / 16;

__attribute__((optimize("fp-contract=fast"))) inline float forward(const float *w, const Inputs &in, float base,
                                                                   Signals &s) {
    Sixteen sum[BLOCKS_1], next[BLOCKS_2];
    memcpy(sum, w + B1, sizeof sum);
    for (int k = 0; k < in.count; k++) {
        const Sixteen *row = (const Sixteen *)(w + in.at[k] * FIRST);
        float value = in.value[k];
#pragma GCC unroll 16
        for (int j = 0; j < BLOCKS_1; j++) sum[j] += value * row[j];
    }
    memcpy(s.first, sum, sizeof sum);
    for (float &x : s.first) x = x > 0 ? x : 0;
    memcpy(next, w + B2, sizeof next);
    for (int i = 0; i < FIRST; i++) {
        float value = s.first[i];
        if (value == 0) continue;
        const Sixteen *row = (const Sixteen *)(w + W2 + i * SECOND);
#pragma GCC unroll 16
        for (int j = 0; j < BLOCKS_2; j++) next[j] += value * row[j];
    }
    memcpy(s.second, next, sizeof next);
    float total = w[B3] + w[B3 + 1] * base;
    for (int j = 0; j < SECOND; j++) s.second[j] = s.second[j] > 0 ? s.second[j] : 0, total += s.second[j] * w[W3 + j];
    return total;
}

inline float sigmoid(float x) { return 1 / (1 + expf(-x)); }

// Adds the slope of the error of one sample to `slope`; returns that error.
__attribute__((optimize("fp-contract=fast"))) inline float backward(const float *w, const Inputs &in, float base,
                                                                    float target, float *slope) {
    Signals s;
    float p = sigmoid(forward(w, in, base, s)), error = p - target;
    slope[B3] += error;
    slope[B3 + 1] += error * base;
    alignas(64) float first[FIRST], second[SECOND];
    Sixteen back1[BLOCKS_1], back2[BLOCKS_2];
    for (int j = 0; j < SECOND; j++) {
        slope[W3 + j] += error * s.second[j];
        second[j] = s.second[j] > 0 ? error * w[W3 + j] : 0;
        slope[B2 + j] += second[j];
    }
    memcpy(back2, second, sizeof back2);
    for (int i = 0; i < FIRST; i++) {
        float value = s.first[i];
        first[i] = 0;
        if (value == 0) continue;
        const Sixteen *row = (const Sixteen *)(w + W2 + i * SECOND);
        Sixteen *to = (Sixteen *)(slope + W2 + i * SECOND), sum = {};
#pragma GCC unroll 16
        for (int j = 0; j < BLOCKS_2; j++) to[j] += value * back2[j], sum += row[j] * back2[j];
        for (int half = 8; half; half /= 2)
            for (int l = 0; l < half; l++) sum[l] += sum[l + half];
        slope[B1 + i] += first[i] = sum[0];
    }
    memcpy(back1, first, sizeof back1);
    for (int k = 0; k < in.count; k++) {
        Sixteen *to = (Sixteen *)(slope + in.at[k] * FIRST);
        float value = in.value[k];
#pragma GCC unroll 16
        for (int j = 0; j < BLOCKS_1; j++) to[j] += value * back1[j];
    }
    return -(target * logf(p + 1e-7f) + (1 - target) * logf(1 - p + 1e-7f));
}

// A network that judges like hard.
inline void begin(float *net, uint64_t seed) {
    Random random(seed);
    auto normal = [&] { return sqrt(-2 * log(random.unit() + 1e-12)) * cos(6.283185307 * random.unit()); };
    for (int i = 0; i < B1; i++) net[i] = 0.12 * normal();
    for (int i = W2; i < B2; i++) net[i] = sqrt(2.0 / FIRST) * normal();
    net[B3 + 1] = 1;
}

// Calls `visit` with each weight, in the order of the files that `Network::read` reads.
template <class Visit> inline void each_weight(float *net, Visit visit) {
    visit(net[B3]), visit(net[B3 + 1]);
    for (int j = 0; j < SECOND; j++) visit(net[W3 + j]);
    for (int j = 0; j < FIRST; j++) {
        visit(net[B1 + j]);
        for (int i = 0; i < INPUTS; i++) visit(net[i * FIRST + j]);
    }
    for (int j = 0; j < SECOND; j++) {
        visit(net[B2 + j]);
        for (int i = 0; i < FIRST; i++) visit(net[W2 + i * SECOND + j]);
    }
}
