// npm run bench -- NAME [options]: without a name, lists the benchmarks
import { Command } from 'commander';

new Command('bench')
  .description('Benchmarks. `npm run bench -- NAME --help` lists the options of one.')
  .command('solver', 'our solver compared with its peers', { executableFile: 'solver.ts' })
  .command('large', 'large grids compared with SAT solvers, puzzle by puzzle', { executableFile: 'large.ts' })
  .command('variants', 'killers, jigsaws and other variants compared with another program', {
    executableFile: 'variants.ts',
  })
  .command('grade', 'our grading compared with another program', { executableFile: 'grade.ts' })
  .command('files', 'reading and writing files of each format', { executableFile: 'files.ts' })
  .command('command-line', 'sudoku solve compared with the bare engine', {
    executableFile: 'command-line.ts',
  })
  .command('sets', 'canonical forms compared with another program, and the commands on sets', {
    executableFile: 'sets.ts',
  })
  .command('browser', 'the page to try compared with sudoku solve', { executableFile: 'browser.ts' })
  .command('pipeline', 'the function in the local cloud', { executableFile: 'pipeline.ts' })
  .command('fairness', 'what tenants wait behind each other', { executableFile: 'fairness.ts' })
  .command('cost', 'requests, time and dollars on AWS', { executableFile: 'cost.ts' })
  .parse();
