// The tables of docs/scale.md and bench/runs/cost.md, in Markdown: the requests, time and dollars for one puzzle up to 10¹⁰.

import { chunkBytes } from '../../lambda/chunks/sizing.ts';
import { timesOf } from '../../lambda/invocation/time.ts';
import { tableHead, tableRow } from '../shared/programs.ts';
import { LIMITS, PRICES, type Rates } from './rates.ts';
import { wallTime } from './wall-time.ts';
import { PUZZLE_BYTES, type Work, workOfLargeFile, workOfSmallFiles } from './work.ts';

const PUZZLES = [1, 1e6, 1e8, 1e10];
const CONCURRENCIES = [10, 100, 1000];

/** Milliseconds that an invocation of the default stack has for solving. */
const { available: AVAILABLE } = timesOf(LIMITS.timeout * 1000);

interface Case {
  readonly name: string;
  readonly work: Work;
}

/** The tables of each document between its marks. @param prefixes partitioned prefixes among which the keys are spread */
export const DOCUMENTS: Readonly<Record<string, (rates: Rates, prefixes: number) => string>> = {
  'docs/scale.md': summary,
  'docs/operate.md': operatorsPrices,
  'bench/runs/cost.md': tables,
};

function summary(rates: Rates, prefixes: number): string {
  return [totals(cases(rates), rates, prefixes), month()].join('\n\n');
}

/** What an operator pays for, without the storage of files. */
function operatorsPrices(rates: Rates, prefixes: number): string {
  const named = (name: string) => cases(rates).find((each) => each.name === name)!.work;
  const total = (work: Work) => price(dollars(work, rates, 20, prefixes).total);
  const idle = idleDollars().reduce((sum, each) => sum + each.dollars, 0);
  return table(
    ['what', 'dollars'],
    [
      ['a million easy 9x9 puzzles in one file', total(named('10⁶ in one file'))],
      ['10,000 files of one puzzle', total(workOfSmallFiles(10_000, rates))],
      ['a function for an hour', price(3600 * MEMORY * PRICES.lambdaGBSecond)],
      ['1 GB of files or results for a month', price(PRICES.s3GBMonth)],
      ['a stack for a month, beside that', price(idle)],
    ],
  );
}

export function tables(rates: Rates, prefixes: number): string {
  const all = cases(rates);
  return [
    inputs(rates, prefixes),
    requests(all),
    time(all, rates, prefixes),
    money(all, rates, prefixes),
  ].join('\n\n');
}

/** Each number of puzzles, in one file and in as many files; for one puzzle, these are the same. */
function cases(rates: Rates): Case[] {
  const bytes = PUZZLE_BYTES * rates.puzzlesPerSecond * rates.speed;
  const speed = { bytes, milliseconds: 1000, output: bytes };
  const oneFile = PUZZLES.slice(1).map((puzzles) => ({
    name: `${power(puzzles)} in one file`,
    work: workOfLargeFile(puzzles, chunkBytes(puzzles * PUZZLE_BYTES, speed, AVAILABLE), rates),
  }));
  const files = PUZZLES.map((puzzles) => [
    {
      name: puzzles === 1 ? '1' : `${power(puzzles)} in as many files`,
      work: workOfSmallFiles(puzzles, rates),
    },
    {
      name: 'the same, gathered for a second',
      work: workOfSmallFiles(puzzles, { ...rates, window: 1 }),
    },
  ]);
  return [files[0]![0]!, ...oneFile.flatMap((one, index) => [one, ...files[index + 1]!])];
}

function inputs(rates: Rates, prefixes: number): string {
  return table(
    ['speeds the tables are computed from', 'value', 'from'],
    [
      ['puzzles a second and function', count(rates.puzzlesPerSecond), rates.measured],
      [
        'a function’s time for a file of one puzzle',
        `${significant(rates.secondsPerSmallFile * 1000)} ms`,
        rates.measured,
      ],
      ['cold start', `${significant(rates.coldStartSeconds)} s`, rates.measured],
      ['a processor of Lambda, as a share of the measured core', significant(rates.speed), 'assumed'],
      ['bytes between a function and S3', `${count(rates.wire / 1e6)} MB/s`, 'assumed'],
      ['a small request to S3', `${significant(rates.latency)} s`, 'assumed; S3 documents 0.1 to 0.2 s'],
      ['S3 copies a part', `${significant(rates.copy)} s`, 'assumed'],
      ['from event to function', `${significant(rates.delivery)} s`, 'assumed'],
      ['partitioned prefixes of the keys', count(prefixes), 'S3 makes more under steady load'],
    ],
  );
}

function requests(all: readonly Case[]): string {
  return table(
    [
      'puzzles',
      'chunks',
      'messages',
      'SQS requests',
      'S3 PUT, COPY, POST, LIST',
      'S3 GET, HEAD',
      'invocations',
      'function-seconds',
    ],
    all.map(({ name, work }) => [
      name,
      ...[work.chunks, work.messages, work.sqsRequests, work.s3Writes, work.s3Reads, work.invocations].map(
        count,
      ),
      significant(functionSeconds(work)),
    ]),
  );
}

function time(all: readonly Case[], rates: Rates, prefixes: number): string {
  return table(
    ['wall time and bottleneck at concurrency', ...CONCURRENCIES.map(count), 'S3 refuses at most', 'mind'],
    all.map(({ name, work }) => [
      name,
      ...CONCURRENCIES.map((concurrency) => {
        const { seconds, bottleneck } = wallTime(work, rates, concurrency, prefixes);
        return `${duration(seconds)}, ${bottleneck}`;
      }),
      count(Math.max(...CONCURRENCIES.map((each) => wallTime(work, rates, each, prefixes).refused))),
      exceeded(work, wallTime(work, rates, CONCURRENCIES.at(-1)!, prefixes).seconds),
    ]),
  );
}

/** Wall time and dollars only. */
function totals(all: readonly Case[], rates: Rates, prefixes: number): string {
  return table(
    ['puzzles', ...CONCURRENCIES.map((each) => `time at concurrency ${count(each)}`), 'dollars'],
    all.map(({ name, work }) => [
      name,
      ...CONCURRENCIES.map((concurrency) => duration(wallTime(work, rates, concurrency, prefixes).seconds)),
      price(dollars(work, rates, 100, prefixes).total),
    ]),
  );
}

/** The limit of the default stack that the work exceeds; empty if there is none. */
function exceeded({ beforeAndAfter: { assembling }, chunks }: Work, fastest: number): string {
  if (assembling > LIMITS.timeout)
    return `assembling outlasts the default timeout of ${duration(LIMITS.timeout)}`;
  if (chunks === 0 && fastest > LIMITS.retention)
    return `a queue keeps messages for ${duration(LIMITS.retention)}: upload no faster than they are solved`;
  return '';
}

function money(all: readonly Case[], rates: Rates, prefixes: number): string {
  return table(
    [
      'dollars',
      'Lambda time',
      'Lambda calls',
      'S3 writes',
      'S3 reads',
      'SQS',
      'logs',
      'total',
      'a million puzzles',
      'your own PUTs',
      'a month of files and results',
    ],
    all.map(({ name, work }) => {
      const { total, ...items } = dollars(work, rates, 100, prefixes);
      return [
        name,
        ...Object.values(items).map(price),
        price(total),
        price((total / work.puzzles) * 1e6),
        price(uploadRequests(work) * PRICES.s3Write),
        price(((2 * work.bytesIn) / 1e9) * PRICES.s3GBMonth),
      ];
    }),
  );
}

/** PUTs of the uploader: a large file is uploaded in parts of 8 MiB, as the AWS CLI does, or in 10,000 larger ones. */
function uploadRequests({ files, bytesIn }: Work): number {
  const part = Math.max(8 * 1024 ** 2, bytesIn / 10_000);
  return files > 1 || bytesIn <= part ? files : Math.ceil(bytesIn / part) + 2;
}

function month(): string {
  return table(
    ['a month without use', 'amount', 'dollars'],
    idleDollars().map(({ item, amount, dollars: each }) => [item, amount, price(each)]),
  );
}

/** Memory of the function in GiB, as Lambda bills it. */
const MEMORY = 1769 / 1024;

/** Dollars by item. The storage of files is not included, since its price depends on how long they are kept. */
interface Dollars {
  readonly lambdaTime: number;
  readonly lambdaRequests: number;
  readonly s3Writes: number;
  readonly s3Reads: number;
  readonly sqs: number;
  readonly logs: number;
  readonly total: number;
}

/**
 * Dollars for some work.
 * @param concurrency environments, each of which starts cold
 * @param prefixes partitioned prefixes among which the files' keys are spread
 */
export function dollars(work: Work, rates: Rates, concurrency: number, prefixes: number): Dollars {
  const { waiting } = wallTime(work, rates, concurrency, prefixes);
  const starting = Math.min(concurrency, work.invocations) * rates.coldStartSeconds;
  const seconds = functionSeconds(work) + starting + waiting;
  const items = {
    lambdaTime: seconds * MEMORY * PRICES.lambdaGBSecond,
    lambdaRequests: work.invocations * PRICES.lambdaRequest,
    s3Writes: work.s3Writes * PRICES.s3Write,
    s3Reads: work.s3Reads * PRICES.s3Read,
    sqs: work.sqsRequests * PRICES.sqsRequest,
    logs: (work.logBytes / 1e9) * PRICES.logGB,
  };
  return { ...items, total: Object.values(items).reduce((sum, item) => sum + item) };
}

function functionSeconds({ invocations, invocationSeconds, beforeAndAfter, chunks }: Work): number {
  const shared = (chunks > 0 ? chunks : invocations) * invocationSeconds;
  return shared + beforeAndAfter.planning + beforeAndAfter.assembling;
}

/** Looks at open jobs in a month, hourly. */
const SWEEPS = 30 * 24;
/** One of them: a second of the function, mostly for its start, four lists, and the message. */
const SWEEP_DOLLARS =
  MEMORY * PRICES.lambdaGBSecond + PRICES.lambdaRequest + 4 * PRICES.s3Write + 4 * PRICES.sqsRequest;

/** Dollars per month of an idle pipeline. */
function idleDollars(): { item: string; amount: string; dollars: number }[] {
  // two queues, each with five pollers that send three long polls of 20 s a minute
  const polls = 2 * 5 * 3 * 60 * 24 * 30;
  return [
    {
      item: 'SQS requests of the pollers',
      amount: `${polls.toLocaleString('en-US')}`,
      dollars: polls * PRICES.sqsRequest,
    },
    { item: 'sweeps', amount: String(SWEEPS), dollars: SWEEPS * SWEEP_DOLLARS },
    { item: 'alarms', amount: '8', dollars: 8 * PRICES.alarmMonth },
    { item: 'dashboard', amount: '1', dollars: PRICES.dashboardMonth },
    { item: 'metrics, in months with uploads', amount: '4', dollars: 4 * PRICES.metricMonth },
  ];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableHead(...header), ...rows.map((row) => tableRow(...row))].join('\n');
}

const EXPONENT: Record<string, string> = { 6: '⁶', 8: '⁸', 10: '¹⁰' };
const power = (value: number): string => `10${EXPONENT[Math.log10(value)]}`;
const count = (value: number): string => Math.ceil(value).toLocaleString('en-US');
const significant = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });

function duration(seconds: number): string {
  if (seconds < 120) return `${significant(seconds)} s`;
  if (seconds < 2 * 3600) return `${significant(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${significant(seconds / 3600)} h`;
  return `${significant(seconds / 86_400)} days`;
}

/** An amount with two significant digits, or four from 100 on. */
function price(amount: number): string {
  if (amount === 0) return '0';
  if (amount < 1e-6) return '< 0.000001';
  return amount.toLocaleString('en-US', { maximumSignificantDigits: amount >= 100 ? 4 : 2 });
}

const BEGIN = '<!-- tables: npm run bench -- cost --write -->';
const END = '<!-- end of tables -->';

/** Replaces the tables between the two marks of a document. @throws Error without the marks */
export function replaceTables(document: string, tables: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`expected '${BEGIN}' and '${END}' in the document`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${document.slice(end)}`;
}
