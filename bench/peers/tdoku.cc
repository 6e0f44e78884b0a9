// Runs tdoku with the line protocol of README.md. To build it, in a checkout of https://github.com/t-dillon/tdoku:
//   mkdir b && cd b && CC=clang CXX=clang++ cmake .. && make tdoku_static
//   clang++ -O3 -march=native -I../include PATH/TO/tdoku.cc libtdoku_static.a -o tdoku
#include <cstdio>
#include <cstdlib>
#include "tdoku.h"

int main(int argc, char **argv) {
  size_t limit = strtoull(argv[argc - 1], nullptr, 10), guesses;
  if (limit == 0) return 0;  // --version
  char puzzle[96], solution[96];
  while (fgets(puzzle, sizeof puzzle, stdin)) printf("%zu\n", SolveSudoku(puzzle, limit, 0, solution, &guesses));
}
