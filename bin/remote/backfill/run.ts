import { visible } from '../../../core/formats/shared/bytes.ts';
import { Exit, onInterrupt } from '../../cli/exit.ts';
import { counted, number, ProgressLog, size } from '../../cli/terminal.ts';
import type { Clients } from '../clients.ts';
import { type CandidateOptions, candidates } from './candidates.ts';
import { costOf } from './cost.ts';
import { noWalk, type StandingObject } from './listed.ts';
import { BATCH, sendEvents } from './send-events.ts';

export interface BackfillOptions extends CandidateOptions {
  readonly queueUrl: string;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** batches at the same time */
  readonly concurrency: number;
}

/**
 * Counts what is there, tells what it will cost, and sends it in.
 * @returns failure if a part of the inventory could not be read
 */
export async function runBackfill({ sqs }: Clients, options: BackfillOptions): Promise<Exit> {
  const { bucket, queueUrl, dryRun, json, concurrency } = options;
  const log = new ProgressLog(process.stderr, json);
  const print = (event: object) => json && process.stdout.write(`${JSON.stringify(event)}\n`);
  const walk = noWalk();
  let count = 0;
  let bytes = 0;
  for await (const object of candidates(options, walk)) {
    count++;
    bytes += object.bytes;
    log.progress(`${counted(walk.listed, 'object')} seen`);
  }
  const dollars = costOf(count, 2 * walk.requests);
  const { problems, ...counts } = walk;
  for (const problem of problems) log.warn(visible(problem));
  const unshown = walk.unreadable - problems.length;
  if (unshown > 0) log.warn(`and ${number(unshown)} more of the inventory that cannot be read`);
  const exit = walk.unreadable > 0 ? Exit.failure : Exit.allSolved;
  print({ event: 'plan', objects: count, bytes, ...counts, batches: Math.ceil(count / BATCH), dollars });
  log.step(
    `${counted(walk.listed, 'object')}: ${number(walk.solved)} with a newer result, ${number(walk.rejected)} rejected since, ` +
      `${number(walk.passedOver)} passed over, ` +
      `${number(count)} to be sent (${size(bytes)})`,
  );
  log.step(
    `${counted(Math.ceil(count / BATCH), 'request')} to send them; with what they cause ${money(dollars)} for requests, without Lambda's time`,
  );
  if (dryRun || count === 0) return exit;

  let sent = 0;
  let last: string | undefined;
  onInterrupt(() => {
    const goOn =
      options.inventory === undefined
        ? `go on with --start-after ${JSON.stringify(last)}`
        : 'the same command goes on with what has no result yet';
    const from = last === undefined ? '' : `; ${goOn}`;
    process.stderr.write(`\nsudoku: interrupted, ${number(sent)} sent${from}\n`);
  });
  const flush = async (batches: readonly StandingObject[][]) => {
    await Promise.all(batches.map((objects) => sendEvents(sqs, queueUrl, bucket, objects)));
    sent += batches.reduce((sum, objects) => sum + objects.length, 0);
    last = batches.at(-1)?.at(-1)?.key ?? last;
    log.progress(`${number(sent)} of ${number(count)} sent`);
  };
  let batches: StandingObject[][] = [[]];
  for await (const object of candidates(options, noWalk())) {
    if (batches.at(-1)!.length === BATCH) batches.push([]);
    if (batches.length > concurrency) {
      await flush(batches.slice(0, -1));
      batches = [[]];
    }
    batches.at(-1)!.push(object);
  }
  if (batches[0]!.length > 0) await flush(batches);
  print({ event: 'summary', sent });
  log.step(`${number(sent)} sent; sudoku status and sudoku watch tell what becomes of them`);
  return exit;
}

function money(dollars: number): string {
  return dollars < 0.01 ? 'less than a cent' : `about $${dollars.toFixed(2)}`;
}
