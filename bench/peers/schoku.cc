// Runs Schoku 9.6 with the line protocol of README.md. Its source is written for Windows. To build it, in a checkout of
// https://github.com/Mart1nSchulz/Schoku, with an empty file intrin.h in the current folder:
//   g++ -O3 -std=c++20 -march=native -DNDEBUG -DOPT_NEWSETS -fopenmp -I. PATH/TO/schoku.cc -o schoku
#include <x86intrin.h>
inline unsigned __popcnt16(unsigned short v) { return __builtin_popcount(v); }
template <class T, class I> unsigned char _bittestandreset64(T *p, I i) {
  unsigned char was = (*p >> i) & 1;
  *p &= ~((T)1 << i);
  return was;
}
template <class T, class I> unsigned char _bittestandreset(T *p, I i) { return _bittestandreset64(p, i); }

#define LIB_ONLY
#include "schoku.cpp"
using namespace Schoku;

int main(int argc, char **argv) {
  long limit = atol(argv[argc - 1]);
  if (limit == 0) return 0;  // --version
  rules = limit == 1 ? FindOne : Multiple;
  auto memory = (unsigned long long)malloc(sizeof(GridState) * GRIDSTATE_MAX + 64);
  auto stack = (GridState *)((memory + 63) & ~63ull);
  alignas(64) static signed char cells[256];  // a puzzle, a comma, its solution
  output = cells;
  char line[128];
  while (fgets(line, sizeof line, stdin)) {
    memcpy(cells, line, 81);
    stack->initialize<VNone>(cells, global_counters);
    Status status = solve<VNone>(cells + 82, stack, 1, global_counters);
    if (status.solved) printf("%d:%.81s\n", status.unique ? 1 : 2, (char *)cells + 82);
    else puts("0");
  }
}
