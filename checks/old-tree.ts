// npm run checks -- old-tree --old PATH [--also DIR...] [--files N] [--seed S]
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type Answer, QUESTIONS, type Question, scrubbed } from './old-tree/commands.ts';
import { type Difference, differencesOf, groupsOf, groupText } from './old-tree/differences.ts';
import {
  alteredFiles,
  distinctFiles,
  drawnFiles,
  endingOf,
  filesOfTests,
  givenFiles,
  type InputFile,
  inMixedOrder,
} from './old-tree/inputs.ts';
import { Tree } from './old-tree/tree.ts';

interface Flags {
  readonly old: string;
  readonly new: string;
  readonly also: readonly string[];
  readonly onlyAlso: boolean;
  readonly tests?: string;
  readonly files: number;
  readonly seed: number;
  readonly ask?: readonly string[];
  readonly leaveOut: readonly string[];
  readonly timeout: number;
  readonly keep?: string;
  readonly json: boolean;
}

const HERE = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const flags = new Command('old-tree')
  .description(
    'Compares what two trees of this project do with files: examples, files of tests, what generators of tests draw, given folders, ' +
      'and alterations of all these. Compares plans, results, exit codes, warnings and reasons of several commands and of the ' +
      'library. Lists the differences by kind, and keeps the files that differ.',
  )
  .requiredOption('--old <path>', 'the other tree, with its dependencies and built')
  .option('--new <path>', 'the tree that is compared with it', HERE)
  .option('--also <paths...>', 'folders of more files, such as clones of repositories', [])
  .option('--only-also', 'neither files of the project nor drawn ones', false)
  .option(
    '--tests <folder>',
    'also the files that the tests of formats solve: if there is no such folder, runs these tests to fill it, which takes minutes',
  )
  .option('--files <n>', 'altered files', Number, 1000)
  .option('--seed <n>', 'seed of what is drawn and altered', Number, 1)
  .option('--ask <names...>', `only these questions: ${QUESTIONS.map(({ name }) => name).join('; ')}`)
  .option(
    '--leave-out <patterns...>',
    'texts to remove from all answers but results before they are compared',
    [],
  )
  .option('--timeout <seconds>', 'of one answer', Number, 20)
  .option('--keep <folder>', 'where the files that differ are kept (default: a new folder)')
  .option('--json', 'print all differences as JSON', false)
  .parse()
  .opts<Flags>();

/** Questions about each altered file; a third of the others is asked about it, too. */
const ALWAYS_ASKED = 3;

const questions = QUESTIONS.filter(({ name }) => flags.ask === undefined || flags.ask.includes(name));
if (questions.length === 0)
  throw new Error(
    `expected one of ${QUESTIONS.map(({ name }) => name).join('; ')}, got ${flags.ask?.join('; ')}`,
  );
const leftOut = flags.leaveOut.map((pattern) => new RegExp(pattern, 'gm'));
const kept = resolve(flags.keep ?? mkdtempSync(join(tmpdir(), 'old-tree-differences-')));
const also = flags.also.map((path) => resolve(path));

const base = distinctFiles(
  flags.onlyAlso
    ? givenFiles(also, false)
    : [
        ...givenFiles(also, true),
        ...drawnFiles(flags.seed, 100),
        ...(flags.tests === undefined ? [] : await filesOfTests(resolve(flags.tests), flags.seed)),
      ],
);
const files = inMixedOrder([...base, ...alteredFiles(base, flags.seed, flags.files)], flags.seed);
const differences: Difference[] = [];
/** The file that is compared next. */
let next = 0;
let compared = 0;
let answers = 0;
const start = performance.now();
let said = start;

// Ctrl-C ends the comparison early, with a list of what was found
process.once('SIGINT', () => (next = files.length));

// each pair of trees keeps two processors busy
const pairs = Math.max(1, Math.floor(availableParallelism() / 2));
await Promise.all(
  Array.from({ length: pairs }, async () => {
    const trees = [flags.old, flags.new].map((path) => new Tree(resolve(path), flags.timeout)) as [
      Tree,
      Tree,
    ];
    try {
      while (next < files.length) await compare(files[next++]!, trees);
    } finally {
      for (const tree of trees) tree.close();
    }
  }),
);

const groups = groupsOf(differences);
const seconds = Math.round((performance.now() - start) / 1000);
const differing = new Set(differences.map(({ file }) => file)).size;
const summary = { seed: flags.seed, files: compared, answers, seconds, differing, groups: groups.length };
mkdirSync(kept, { recursive: true });
writeFileSync(join(kept, 'differences.json'), JSON.stringify({ ...summary, differences }, null, 1));
if (flags.json) console.log(JSON.stringify({ ...summary, kept, groupsByKind: groups, differences }, null, 1));
else {
  for (const group of groups) console.log(`${groupText(group)}\n`);
  console.log(
    `${compared} files, ${answers} answers of each tree, seed ${flags.seed}, ${seconds} s: ` +
      (differing === 0
        ? 'no differences'
        : `${differing} files differ, ${groups.length} kinds of difference; files and differences.json are in ${kept}`),
  );
}
process.exitCode = differing === 0 ? 0 : 1;

async function compare(file: InputFile, trees: readonly [Tree, Tree]): Promise<void> {
  const input = `input${endingOf(file.name)}`;
  for (const tree of trees) tree.give(input, file.bytes);
  const suits = ({ most = Number.POSITIVE_INFINITY }: Question) => file.bytes.length <= most;
  const asked = (file.isAltered ? someOf(questions, file.name) : questions)
    .filter(suits)
    .flatMap((question) => {
      const args = question.args(input, file.bytes);
      return args ? [{ question, args }] : [];
    });
  const ask = (tree: Tree, of: typeof asked) => answersOf(tree, of);
  const [plan, ...others] = asked;
  if (!plan) return;
  const plans = await Promise.all(trees.map((tree) => ask(tree, [plan])));
  const isRefused = plans.every(([answer]) => answer!.exit === '2');
  const rest = others.filter(({ question }) => !isRefused || question.ofRefused);
  const [old, now] = await Promise.all(
    trees.map(async (tree, i) => [...plans[i]!, ...(await ask(tree, rest))]),
  );
  const formats = plans.map(([answer]) => recognised(answer!)) as [string, string];
  const found = [plan, ...rest].flatMap(({ question: { name } }, i) =>
    differencesOf(file.name, name, [old![i]!, now![i]!], formats),
  );
  compared++;
  answers += 1 + rest.length;
  if (found.length > 0) keep(file);
  differences.push(...found);
  if (performance.now() - said < 10_000) return;
  said = performance.now();
  const differing = new Set(differences.map(({ file }) => file)).size;
  console.error(`${compared} of ${files.length} files, ${differing} differ`);
}

/** The first questions, and a third of the others, another one for each name. */
function someOf(all: readonly Question[], name: string): Question[] {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  return all.filter((_, i) => i < ALWAYS_ASKED || (i + number) % 3 === 0);
}

async function answersOf(tree: Tree, asked: readonly { question: Question; args: readonly string[] }[]) {
  const all: Answer[] = [];
  for (const { question, args } of asked) {
    all.push(scrubbed(await tree.ask(args, question.result), question.json === true, tree.path, leftOut));
  }
  return all;
}

/** The format of a dry run, or that the file is refused. */
function recognised({ stdout, exit }: Answer): string {
  const format = /^input\S*: ([a-z-]+)/m.exec(stdout)?.[1];
  return format ?? (exit === '2' ? 'refused' : exit);
}

function keep({ name, bytes }: InputFile): void {
  const path = join(kept, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
