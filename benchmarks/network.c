/* A yardstick: the network that learns tic-tac-toe from rewards after the game, in plain C.
 *
 * The algorithm that antirez's ttt-rl describes, written anew in the straightforward way: every
 * layer is a dense loop over all its weights. 18 inputs, relu, 9 outputs with softmax; O plays
 * greedily against random moves, and each of its moves is learned once when the game is over.
 *
 *     network GAMES SEED   prints: O wins, X wins, draws, seconds
 *
 * Each unit has its weights in one row. Of the four ways to lay out two matrices this is the
 * fastest one with cc -O3 -ffast-math.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef HIDDEN
#define HIDDEN 100
#endif
enum { INPUTS = 18, OUTPUTS = 9, X = 1, O = 2 };

static float w1[HIDDEN][INPUTS], b1[HIDDEN], w2[OUTPUTS][HIDDEN], b2[OUTPUTS];
static float input[INPUTS], hidden[HIDDEN], output[OUTPUTS];

static void randomize(float *numbers, int count) {
    for (int i = 0; i < count; i++) numbers[i] = (float)rand() / (float)RAND_MAX - 0.5f;
}

static void forward(const int *board) {
    for (int cell = 0; cell < 9; cell++) {
        input[2 * cell] = board[cell] == X;
        input[2 * cell + 1] = board[cell] == O;
    }
    for (int h = 0; h < HIDDEN; h++) {
        float sum = b1[h];
        for (int i = 0; i < INPUTS; i++) sum += w1[h][i] * input[i];
        hidden[h] = sum > 0 ? sum : 0;
    }
    float highest = -1e30f, total = 0;
    for (int o = 0; o < OUTPUTS; o++) {
        float sum = b2[o];
        for (int h = 0; h < HIDDEN; h++) sum += w2[o][h] * hidden[h];
        output[o] = sum;
        if (sum > highest) highest = sum;
    }
    for (int o = 0; o < OUTPUTS; o++) {
        output[o] = expf(output[o] - highest);
        total += output[o];
    }
    for (int o = 0; o < OUTPUTS; o++) output[o] /= total;
}

static void backward(const float *target, float scale, float rate) {
    float delta[OUTPUTS], back[HIDDEN];
    for (int o = 0; o < OUTPUTS; o++) delta[o] = (output[o] - target[o]) * scale;
    for (int h = 0; h < HIDDEN; h++) {
        float sum = 0;
        for (int o = 0; o < OUTPUTS; o++) sum += delta[o] * w2[o][h];
        back[h] = hidden[h] > 0 ? sum : 0;
    }
    for (int o = 0; o < OUTPUTS; o++) {
        for (int h = 0; h < HIDDEN; h++) w2[o][h] -= rate * delta[o] * hidden[h];
        b2[o] -= rate * delta[o];
    }
    for (int h = 0; h < HIDDEN; h++) {
        for (int i = 0; i < INPUTS; i++) w1[h][i] -= rate * back[h] * input[i];
        b1[h] -= rate * back[h];
    }
}

static int has_line(const int *board, int mark) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int l = 0; l < 8; l++)
        if (board[lines[l][0]] == mark && board[lines[l][1]] == mark && board[lines[l][2]] == mark)
            return 1;
    return 0;
}

static int play(int *moves, int *count) {
    int board[9] = {0};
    for (*count = 0; *count < 9;) {
        int mark = *count % 2 == 0 ? X : O, move = -1;
        if (mark == X) {
            do move = rand() % 9;
            while (board[move]);
        } else {
            forward(board);
            for (int cell = 0; cell < 9; cell++)
                if (!board[cell] && (move < 0 || output[cell] > output[move])) move = cell;
        }
        board[move] = mark;
        moves[(*count)++] = move;
        if (has_line(board, mark)) return mark;
    }
    return 0;
}

static void learn(const int *moves, int count, int winner) {
    float reward = winner == O ? 1.0f : winner == X ? -2.0f : 0.3f;
    int board[9] = {0};
    for (int turn = 0; turn < count; turn++) {
        if (turn % 2 == 1) {
            float target[OUTPUTS] = {0};
            float scaled = reward * (0.5f + 0.5f * (float)turn / (float)count);
            forward(board);
            if (scaled >= 0)
                target[moves[turn]] = 1;
            else
                for (int cell = 0; cell < 9; cell++)
                    if (!board[cell] && cell != moves[turn]) target[cell] = 1.0f / (float)(8 - turn);
            backward(target, fabsf(scaled), 0.1f);
        }
        board[moves[turn]] = turn % 2 == 0 ? X : O;
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 150000, ended[3] = {0};
    struct timespec start, stop;
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    randomize(&w1[0][0], HIDDEN * INPUTS);
    randomize(b1, HIDDEN);
    randomize(&w2[0][0], OUTPUTS * HIDDEN);
    randomize(b2, OUTPUTS);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long game = 0; game < games; game++) {
        int moves[9], count, winner = play(moves, &count);
        learn(moves, count, winner);
        ended[winner]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    printf("%ld %ld %ld %.6f\n", ended[O], ended[X], ended[0], seconds);
    return 0;
}
