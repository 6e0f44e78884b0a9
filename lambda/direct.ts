// Solves the puzzles in an event and answers with their results and the rest of a report.
import {
  hasBinaryResult,
  headIn,
  optionPairs,
  parseOptions,
  planFile,
  RejectedFile,
  type Report,
  report,
  type SolvedContent,
  solveStream,
} from '../core/files/index.ts';
import { checkBounds } from './file/open-upload.ts';
import { type SolvingSettings, solverBounds } from './invocation/settings.ts';
import type { Times } from './invocation/time.ts';
import { EventError } from './queue-batch.ts';

/** Puzzles in an event. */
export interface DirectEvent {
  /** The text of a file, of any format; or an array as JSON files have: of strings, of grids, of objects. */
  readonly puzzles: string | readonly unknown[];
  /** Names and values as in `#!` lines. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Members of a report that only files have, or that are too large for an answer. */
type OfFiles = 'status' | 'input' | 'output' | 'compression' | 'statistics' | 'hardest';

/** The results, and the rest of a report. */
export interface DirectAnswer extends Omit<Report, OfFiles> {
  /** An array for an array, in its order, unless CSV was requested; otherwise the text of a result. */
  readonly results: string | readonly unknown[];
}

/** Lambda's maximum size of an answer, in bytes. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_ANSWER = 6 * 1024 * 1024;

const NAMES = ['puzzles', 'options'];

/** @throws InvalidEvent that says what was expected */
export function parseDirectEvent(event: unknown): DirectEvent {
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event);
  const { puzzles, options } = (isObject ? event : {}) as Partial<Record<string, unknown>>;
  const others = isObject ? Object.keys(event).filter((name) => !NAMES.includes(name)) : [];
  if (!isObject || others.length > 0 || puzzles === undefined) {
    const got = isObject ? `an object with ${Object.keys(event).join(', ') || 'nothing'}` : shown(event);
    throw new EventError('InvalidEvent', `expected { "puzzles": […] or "text", "options": {…} }, got ${got}`);
  }
  if (typeof puzzles !== 'string' && !Array.isArray(puzzles)) {
    throw new EventError('InvalidEvent', `puzzles: expected a text or an array, got ${shown(puzzles)}`);
  }
  if (options === undefined) return { puzzles };
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new EventError('InvalidEvent', `options: expected an object, got ${shown(options)}`);
  }
  const { format = 'json' } = options as { readonly format?: unknown };
  if (Array.isArray(puzzles) && format !== 'json') {
    throw new EventError(
      'InvalidEvent',
      `options.format: expected none, or json, for an array, got ${shown(format)}`,
    );
  }
  return { puzzles, options: options as Readonly<Record<string, unknown>> };
}

/**
 * Solves the puzzles in an event under the rules of files: the same formats, options, defaults and bounds.
 * @throws RejectedFile, OptionError, OutOfTime, ResultTooLarge
 */
export async function answerDirectly(
  { puzzles, options = {} }: DirectEvent,
  { defaults, bounds }: Pick<SolvingSettings, 'defaults' | 'bounds'>,
  { deadline, available }: Pick<Times, 'deadline' | 'available'>,
): Promise<{ answer: DirectAnswer; solved: SolvedContent; bytes: number }> {
  const begun = performance.now();
  const isArray = typeof puzzles !== 'string';
  const content = Buffer.from(isArray ? JSON.stringify(puzzles) : puzzles);
  const head = headIn(content);
  // each text of an array is a puzzle, also where most are none
  const areTexts = isArray && puzzles.every((puzzle) => typeof puzzle === 'string');
  const own = { ...(isArray && { format: 'json' }), ...(areTexts && { puzzle: '[]' }) };
  const given = parseOptions(optionPairs({ ...own, ...options }), 'call');
  const complete = head.length === content.length;
  const plan = planFile({ head, complete, name: '', given: [given, defaults] });
  checkBounds(plan.options, bounds);
  if (hasBinaryResult(plan)) {
    const { output } = plan.options;
    throw new RejectedFile(
      `expected output=same, csv or jsonl in a direct call, whose results are text, got ${output}`,
    );
  }

  const output: Uint8Array[] = [];
  const write = (piece: Uint8Array) => void output.push(piece);
  const limits = { deadline, mostOutput: MAX_ANSWER, ...solverBounds(bounds) };
  const solved = await solveStream(plan, piecesOf(content), write, limits);
  checkAnswerSize(output.reduce((sum, { length }) => sum + length, 0));
  if (solved.interrupted) {
    throw new EventError(
      'OutOfTime',
      `expected puzzles that are solved in ${Math.floor(available / 1000)} s, got some that take longer: upload them as a file to the upload bucket`,
    );
  }
  const text = Buffer.concat(output).toString();
  const seconds = (performance.now() - begun) / 1000;
  const fullReport = report({
    input: { key: 'event' },
    plan,
    tally: solved.tally,
    seconds,
    ...solverBounds(bounds),
  });
  const answer = { results: isArray ? listed(text, fullReport) : text, ...countsOf(fullReport) };
  checkAnswerSize(Buffer.byteLength(JSON.stringify(answer)));
  return { answer, solved, bytes: content.length };
}

/** The results of an array: an array, or the text of a CSV. */
function listed(text: string, { options }: Report): string | readonly unknown[] {
  if (options.output === 'jsonl') return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  // a layout that cannot contain the number of solutions is replaced by a table
  return text.startsWith('[') ? (JSON.parse(text) as unknown[]) : text;
}

/** A report without {@link OfFiles}. */
function countsOf(fullReport: Report): Omit<Report, OfFiles> {
  const {
    input: _1,
    output: _2,
    statistics: _3,
    hardest: _4,
    compression: _5,
    status: _6,
    ...counts
  } = fullReport;
  return counts;
}

/** @throws ResultTooLarge */
function checkAnswerSize(bytes: number): void {
  if (bytes < MAX_ANSWER) return;
  throw new EventError(
    'ResultTooLarge',
    `expected results of less than ${MAX_ANSWER} bytes, got ${bytes} or more: send fewer puzzles at once, or a file to the upload bucket`,
  );
}

/** The content as a stream, like that of a file. */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
