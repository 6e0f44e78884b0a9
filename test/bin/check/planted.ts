// Random files in all formats with options to solve them, and mistakes to plant in their results.
import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { Random } from '../../../checks/shared/random.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { writeHeader } from '../../../core/formats/npy/header.ts';
import { exampleFiles } from '../../example-files.ts';
import { made, NO_SOLUTION } from '../command-line.ts';

/** A file that is solved under options. */
export interface Case {
  /** For messages. */
  readonly name: string;
  readonly puzzles: Buffer;
  readonly options: PartialOptions;
  /** Whether the puzzles and the result are compressed when they are checked. */
  readonly isCompressed: boolean;
}

/** A record of a made file. */
interface Made {
  readonly text: string;
  readonly id: string;
  readonly note: string;
}

const POOL = made(40).puzzles;
const FEW = made(6, 7, 40).puzzles;
/** Two equal givens. */
const CONFLICT = `55${'.'.repeat(79)}`;
/** A puzzle with several solutions. */
const SEVERAL = POOL.map((text) =>
  text.replace(/[1-9]/g, (digit, at: number) => (at % 17 === 3 ? '.' : digit)),
);

const rowsOf = (text: string) => text.match(/.{9}/g)!;
const framed = (text: string) => {
  const line = '+-------+-------+-------+';
  const rows = rowsOf(text).map(
    (row) =>
      `| ${row
        .replace(/(...)(?=.)/g, '$1|')
        .split('')
        .join(' ')} |`,
  );
  return [line, ...rows.slice(0, 3), line, ...rows.slice(3, 6), line, ...rows.slice(6), line].join('\n');
};
/** All candidates of each cell, of which the last digit of some is excluded if `own` is set. */
const candidatesOf = (text: string, own: boolean) =>
  Array.from(text, (cell, i) => {
    if (cell !== '.') return '.........'.replace(/./g, (_, at) => (at + 1 === Number(cell) ? cell : '.'));
    return own && i % 20 === 7 ? '12345678.' : '123456789';
  }).join('');

const json = JSON.stringify;

/** Files of each format. */
const BUILDERS: Readonly<Record<string, (records: readonly Made[]) => string | Uint8Array>> = {
  lines: (all) => all.map(({ text }) => `${text}\n`).join(''),
  noted: (all) => `# made\r\n${all.map(({ text, id, note }) => `${text} # ${id} ${note}\r\n`).join('')}`,
  'puzzle bank': (all) =>
    all.map(({ text }, i) => `0000183b305${i % 10} ${text.replaceAll('.', '0')}  1.2\n`).join(''),
  numbered: (all) => all.map(({ text }, i) => `${i + 1}: ${text}\n`).join(''),
  hodoku: (all) => all.map(({ text }) => `:0000:x:${text}:::\n`).join(''),
  'between pipes': (all) => all.map(({ text }) => `|${text}|\n`).join(''),
  grids: (all) => all.map(({ text }) => `${rowsOf(text).join('\n')}\n`).join('\n'),
  titled: (all) =>
    all.map(({ text, id }) => `Grid ${id}\n${rowsOf(text.replaceAll('.', '0')).join('\n')}\n`).join(''),
  framed: (all) => all.map(({ text }) => `${framed(text)}\n`).join('\n'),
  csv: (all) => `id,puzzle,note\n${all.map(({ text, id, note }) => `${id},${text},${note}\n`).join('')}`,
  'csv with answers': (all) =>
    `"id";"puzzle";"solution";"er";"note"\r\n${all.map(({ text, id, note }) => `"${id}";"${text}";"";"";"${note}"\r\n`).join('')}`,
  'csv with results': (all) =>
    `puzzle,solution,status,count,note\n${all.map(({ text, note }) => `${text},,,,${note}\n`).join('')}`,
  tabs: (all) => `id\tpuzzle\tnote\n${all.map(({ text, id, note }) => `${id}\t${text}\t${note}\n`).join('')}`,
  pipes: (all) =>
    `| id | puzzle | note |\n| --- | --- | --- |\n${all.map(({ text, id, note }) => `| ${id} | ${text} | ${note} |\n`).join('')}`,
  jsonl: (all) =>
    all.map(({ text, id, note }) => `${json({ id, puzzle: text, note, tags: [id] })}\n`).join(''),
  'jsonl with results': (all) =>
    all
      .map(
        ({ text, id, note }) =>
          `{"id": "${id}", "puzzle": "${text}", "solution": "", "status": null, "note": "${note}"}\n`,
      )
      .join(''),
  json: (all) =>
    json(
      { made: 'here', puzzles: all.map(({ text, id, note }) => ({ id, quiz: text, by: { note } })) },
      null,
      1,
    ),
  'json of texts': (all) => `${json(all.map(({ text }) => text))}\n`,
  pasted: (all) => `# made\ngrids = [\n${all.map(({ text }) => `    "${text}",\n`).join('')}]\n`,
  candidates: (all) => all.map(({ text }, i) => `${candidatesOf(text, i % 2 === 0)}\n`).join(''),
  npy: (all) => {
    const cells = all.map(({ text }) => Array.from(text, (cell) => (cell === '.' ? 0 : Number(cell))));
    return Buffer.concat([writeHeader('|u1', [all.length, 81]), Buffer.from(cells.flat())]);
  },
  parquet: (all) => {
    const column = (name: keyof Made | 'puzzle', key: keyof Made) => ({
      name,
      data: all.map((record) => record[key]),
      type: 'STRING' as const,
    });
    const columnData = [column('id', 'id'), column('puzzle', 'text'), column('note', 'note')];
    return new Uint8Array(parquetWriteBuffer({ columnData }));
  },
};

/** Formats whose records can be texts that are no puzzles. */
const TEXTS = ['lines', 'noted', 'csv', 'csv with results', 'tabs', 'jsonl', 'jsonl with results', 'parquet'];

const EXAMPLES = exampleFiles().filter((name) => !/25x25|all-solutions|thousand|\.(gz|zst)$/.test(name));

/** Facts that are requested, and the solutions. */
const REQUESTS: readonly PartialOptions[] = [
  ...[{}, {}, {}, { solutions: 'unique' }, { solutions: 'unique' }],
  ...([{ solutions: 'count' }, { solutions: 'count', limit: 3 }, { solutions: 'all', limit: 20 }] as const),
  ...[
    { canonical: true },
    { minimal: true },
    { grade: true },
    { canonical: true, minimal: true, grade: true },
  ],
  ...[{ explain: true }, { explain: true, grade: true }],
] as const;

const OUTPUTS = ['same', 'same', 'csv', 'jsonl', 'parquet', 'npy'] as const;

/** The records of a made file, each with an id and a note that no other has. */
function recordsOf(random: Random, hasTexts: boolean): Made[] {
  return Array.from({ length: random.between(2, 6) }, (_, i) => ({
    id: `ID${1000 + 7 * i + random.between(0, 6)}`,
    note: `note${String.fromCharCode(97 + i)}`,
    text:
      hasTexts && random.chance(8)
        ? 'unreadable'
        : random.pick([...POOL, ...FEW, ...SEVERAL.slice(0, 8), NO_SOLUTION, NO_SOLUTION, CONFLICT]),
  }));
}

/** A random case. @param alter what to do to the records of a made file before it is written */
export function randomCase(
  seed: number,
  alter: (records: readonly Made[]) => readonly Made[] = (all) => all,
): Case {
  const random = new Random(seed);
  const isExample = random.chance(25);
  const format = random.pick(isExample ? EXAMPLES : Object.keys(BUILDERS));
  const request = random.pick(REQUESTS);
  const output = request.explain ? 'jsonl' : random.pick(OUTPUTS);
  const options = { ...(output !== 'same' && { output }), ...request };
  const own = /x-|diagonals/.test(format) ? { variant: 'x' as const } : {};
  const isCompressed = format !== 'parquet' && output !== 'parquet' && random.chance(10);
  const name = `case ${seed}: ${format} ${json({ ...options, ...own })}${isCompressed ? ' gzip' : ''}`;
  const content = isExample
    ? readFileSync(new URL(`../../../examples/${format}`, import.meta.url))
    : Buffer.from(BUILDERS[format]!(alter(recordsOf(random, TEXTS.includes(format)))));
  return { name, puzzles: content, options: { ...options, ...own }, isCompressed };
}

/** A result in which a mistake is to be planted. */
export interface Result extends Case {
  readonly seed: number;
  readonly result: Buffer;
  /** Solves the file with its records altered. */
  readonly solveAltered: (
    alter: (records: readonly Made[]) => readonly Made[],
  ) => Promise<Buffer | undefined>;
}

/** Plants a mistake; undefined if there is no place for it. */
type Planting = (result: Result, random: Random) => Buffer | undefined | Promise<Buffer | undefined>;

const isBinary = ({ result }: Result) => /^(PAR1|\x93NUMPY)/.test(result.toString('latin1', 0, 6));

/** In text. */
const inText =
  (plant: (text: string, random: Random, result: Result) => string | undefined): Planting =>
  (result, random) => {
    if (isBinary(result)) return undefined;
    const changed = plant(result.result.toString('latin1'), random, result);
    return changed === undefined ? undefined : Buffer.from(changed, 'latin1');
  };

/** Replaces one of the places where a pattern matches. */
const atOne = (
  pattern: RegExp,
  by: (found: RegExpExecArray, random: Random, result: Result) => string | undefined,
) =>
  inText((text, random, result) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return undefined;
    const one = random.pick(found);
    const replaced = by(one, random, result);
    return replaced === undefined
      ? undefined
      : text.slice(0, one.index) + replaced + text.slice(one.index + one[0].length);
  });

/** In the rows of text, which end in line feeds. */
const inRows = (plant: (rows: string[], random: Random) => string[] | undefined): Planting =>
  inText((text, random) => plant(text.split(/(?<=\n)/), random)?.join(''));

const withOption =
  (name: keyof PartialOptions, planting: Planting): Planting =>
  (result, random) =>
    result.options[name] ? planting(result, random) : undefined;

/** In a table of results as text. */
const inTable =
  (planting: Planting): Planting =>
  (result, random) =>
    ['csv', 'jsonl'].includes(result.options.output ?? '') ? planting(result, random) : undefined;

const nextDigit = (digit: string) => `${(Number(digit) % 9) + 1}`;

/** Offsets of digits of solutions: those that the puzzles lack, or those in a row of all cells. */
function solutionDigits({ result, puzzles }: Result): number[] {
  const [text, before] = [result.toString('latin1'), puzzles.toString('latin1')];
  if (text.length === before.length)
    return Array.from(text, (_, i) => i).filter((i) => /[1-9]/.test(text[i]!) && /[.0]/.test(before[i]!));
  return [...text.matchAll(/(?<![\d.])[1-9]{81}(?![\d.])/g)]
    .filter(([found]) => !before.includes(found))
    .flatMap(({ index }) => Array.from({ length: 81 }, (_, i) => index + i));
}

const digit: Planting = (result, random) => {
  const places = solutionDigits(result);
  const bytes = Buffer.from(result.result);
  if (places.length === 0 && bytes.subarray(1, 6).toString() === 'NUMPY' && bytes.length > 400) {
    const at = bytes.length - random.between(1, 81);
    bytes[at] = bytes[at] === 0 ? 1 : (bytes[at]! % 9) + 1;
    return bytes;
  }
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  bytes.write(nextDigit(String.fromCharCode(bytes[at]!)), at, 'latin1');
  return bytes;
};

const swap: Planting = (result, random) => {
  const places = solutionDigits(result);
  const bytes = Buffer.from(result.result);
  for (let tries = 0; places.length > 1 && tries < 20; tries++) {
    const [a, b] = [random.pick(places), random.pick(places)];
    if (bytes[a] === bytes[b] || Math.abs(a - b) > 60) continue;
    [bytes[a], bytes[b]] = [bytes[b]!, bytes[a]!];
    return bytes;
  }
  return undefined;
};

const MARKER = /no-solution|not-unique|invalid(?!")|unsupported/g;

/** The number after the status in a row of a table. */
const number = (which: 'count' | 'guesses') =>
  inTable(
    inText((text, random, { options }) => {
      const before = which === 'count' ? '' : '\\d+\\+?,';
      const pattern =
        options.output === 'jsonl'
          ? new RegExp(`(?<="${which}":)\\d+`, 'g')
          : new RegExp(`(?<=,(?:solved|no-solution|not-unique|invalid),${before})\\d+`, 'g');
      const found = [...text.matchAll(pattern)];
      if (found.length === 0) return undefined;
      const { 0: old, index } = random.pick(found);
      return text.slice(0, index) + (Number(old) + random.between(1, 9)) + text.slice(index + old.length);
    }),
  );

/** Changes what `explain` says of one puzzle. */
const explained = (change: (explain: Record<string, unknown>) => unknown): Planting =>
  withOption(
    'explain',
    inRows((rows, random) => {
      const places = rows.flatMap((row, i) => (row.includes('"explain":') ? [i] : []));
      if (places.length === 0) return undefined;
      const at = random.pick(places);
      const row = JSON.parse(rows[at]!) as Record<string, Record<string, unknown>>;
      const members = Object.entries(row).map(([name, value]) => [
        name,
        name === 'explain' ? change(value) : value,
      ]);
      const changed = `${json(Object.fromEntries(members))}\n`;
      return changed === rows[at] ? undefined : rows.with(at, changed);
    }),
  );

/** In what is solved again: Parquet cannot be changed as text. */
const altered =
  (alter: (records: readonly Made[]) => readonly Made[], text: Planting): Planting =>
  (result, random) =>
    isBinary(result) ? result.solveAltered(alter) : text(result, random);

const dataRows = (rows: string[]) =>
  rows.flatMap((row, i) => (/[1-9.]{81}|no-solution|not-unique|"puzzle"/.test(row) && i > 0 ? [i] : []));

/** All kinds of mistakes. */
export const MISTAKES: Readonly<Record<string, Planting>> = {
  digit,
  swap,
  'marker for a solution': (result, random) => {
    const { output, solutions } = result.options;
    const pad = output === 'csv' || output === 'jsonl' ? 0 : 81;
    return atOne(/(?<![\d.])[1-9]{81}(?![\d.])/g, (found, _, { puzzles }) => {
      const marker = random.pick(['no-solution', 'not-unique', 'invalid', 'unsolved']);
      // of a puzzle with several solutions, `not-unique` is true
      const mayBeTrue = solutions === undefined && marker === 'not-unique';
      return mayBeTrue || puzzles.includes(found[0]) ? undefined : marker.padEnd(pad);
    })(result, random);
  },
  'another marker': atOne(MARKER, ([found], random) => {
    const others = ['no-solution', 'invalid'].filter((name) => name !== found);
    return random.pick(others).padEnd(found.length);
  }),
  'unsolved for invalid': inRows((rows, random) => {
    const places = rows.flatMap((row, i) => (row.includes('invalid') && row.includes(CONFLICT) ? [i] : []));
    const at = places.length > 0 ? random.pick(places) : -1;
    return at < 0 ? undefined : rows.with(at, rows[at]!.replaceAll('invalid', 'unsolved'));
  }),
  status: inTable(
    atOne(/(?<=[,"])solved(?=[,"\n])/g, (_, random) => random.pick(['no-solution', 'invalid', 'unsolved'])),
  ),
  count: number('count'),
  guess: number('guesses'),
  rating: withOption(
    'grade',
    inTable(atOne(/(?<=[,"]|"er":)\d\.\d(?=[,"\r\n}])/g, ([found]) => (found === '7.7' ? '7.8' : '7.7'))),
  ),
  form: withOption(
    'canonical',
    inTable(atOne(/(?<=,|"canonical":")\.{5}[.\d]{76}(?="|,|\n)/g, ([found]) => `${found.slice(1)}.`)),
  ),
  minimal: withOption(
    'minimal',
    inTable(
      atOne(/(?<=,|"minimal":)(true|false)(?=\n|\}|,)/g, ([found]) => (found === 'true' ? 'false' : 'true')),
    ),
  ),
  'steps removed': explained(() => undefined),
  'steps emptied': explained(() => ({})),
  'another difficulty': explained((all) => ({
    ...all,
    difficulty: all.difficulty === 'easy' ? 'hard' : 'easy',
  })),
  'another step': explained((all) => {
    const changed = json(all).replace(/r\dc\d/, (cell) => `r${nextDigit(cell[1]!)}c${cell[3]}`);
    return JSON.parse(changed);
  }),
  'other counts of steps': explained((all) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        typeof value === 'object' && value && !Array.isArray(value)
          ? Object.fromEntries(
              Object.entries(value).map(([key, count]) => [
                key,
                typeof count === 'number' ? count + 1 : count,
              ]),
            )
          : value,
      ]),
    ),
  ),
  id: altered(
    (all) => all.map((record, i) => (i === 0 ? { ...record, id: 'ID9999' } : record)),
    atOne(/ID1\d\d\d/g, () => 'ID9999'),
  ),
  note: altered(
    (all) => all.map((record, i) => (i === 0 ? { ...record, note: 'other' } : record)),
    atOne(/note[a-f]/g, () => 'other'),
  ),
  'header renamed': inText((text, random, { options, puzzles }) => {
    if (options.output === 'jsonl') {
      const name = random.pick(['count', 'guesses', 'status', 'solution']);
      return text.includes(`"${name}":`) ? text.replaceAll(`"${name}":`, `"${name}s":`) : undefined;
    }
    const isCsv =
      options.output === 'csv' ||
      /^("?id"?[,;\t]|puzzle,|\| id)/.test(puzzles.toString('latin1', 0, 9)) ||
      options.solutions === 'count';
    const words = isCsv ? [...text.slice(0, text.indexOf('\n')).matchAll(/[a-z]+/g)] : [];
    if (words.length === 0) return undefined;
    const { 0: word, index } = random.pick(words);
    return `${text.slice(0, index)}${word.toUpperCase()}x${text.slice(index + word.length)}`;
  }),
  'header removed': inRows((rows) =>
    /^("?id"?[,;\t]|number,|puzzle,|\| id)/.test(rows[0]!) ? rows.slice(1) : undefined,
  ),
  'line ends': inText((text) =>
    text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
  ),
  'a line end': inRows((rows, random) => {
    const at = random.between(0, rows.length - 1);
    const [row] = [rows[at]!];
    if (!row.endsWith('\n')) return undefined;
    return rows.with(at, row.endsWith('\r\n') ? row.replace('\r\n', '\n') : row.replace('\n', '\r\n'));
  }),
  'the last line end': inText((text) => (text.endsWith('\n') ? text.replace(/\r?\n$/, '') : undefined)),
  blank: inText((text, _, { options }) => {
    if (options.output !== 'jsonl') return undefined;
    const places = [...text.matchAll(/","/g)];
    return places.length === 0 ? undefined : text.replace('","', '", "');
  }),
  missing: altered(
    (all) => all.slice(1),
    inRows((rows, random) => {
      const places = dataRows(rows);
      return places.length < 2 ? undefined : rows.toSpliced(random.pick(places), 1);
    }),
  ),
  doubled: altered(
    (all) => [all[0]!, ...all],
    inRows((rows, random) => {
      const places = dataRows(rows);
      if (places.length < 2) return undefined;
      const at = random.pick(places);
      return rows.toSpliced(at, 0, rows[at]!);
    }),
  ),
  moved: altered(
    (all) => [...all.slice(1), all[0]!],
    inRows((rows, random) => {
      const places = dataRows(rows);
      if (places.length < 2) return undefined;
      const [a, b] = [random.pick(places), random.pick(places)];
      // lists of solutions can be in any order
      const others = [a, b].map((at) => rows[at]!.replace(/(?<![\d.])[1-9]{81}(?![\d.])/, ''));
      return others[0] === others[1] ? undefined : rows.with(a, rows[b]!).with(b, rows[a]!);
    }),
  ),
  cut: ({ result }, random) =>
    result.subarray(0, random.between(Math.ceil(result.length / 2), result.length - 1)),
};
