import { setTimeout } from 'node:timers/promises';
import { Exit } from '../../cli/exit.ts';
import { number, ProgressLog } from '../../cli/terminal.ts';
import type { Clients } from '../clients.ts';
import { concernsAll, isRefusal } from '../errors.ts';
import { pauses } from '../pauses.ts';
import { BadReport, exitOf, isFinal } from '../report.ts';
import type { DeployedPipeline } from '../stack.ts';
import { describeKey } from '../status/describe.ts';
import { reportOf, type StandingReport } from '../status/key-status.ts';
import { type DeadLetter, type DeadLetterQueue, deadLetterQueues, readDeadLetters } from './dead-letters.ts';
import { endWithoutReport, reasonOf } from './explain.ts';
import { moveAll, moveChosen } from './move.ts';
import { letterJson, letterLine } from './print.ts';

export interface RedriveFlags {
  readonly key: string | undefined;
  readonly prefix: string | undefined;
  readonly dryRun: boolean | undefined;
  readonly wait: boolean | undefined;
  readonly json: boolean | undefined;
}

/**
 * Lists dead letters, moves those that are messages of the pipeline, and tells what became of them. Any other would fail
 * again: it stays where it is.
 * @returns failure if some were left
 */
export async function runRedrive(
  clients: Clients,
  pipeline: DeployedPipeline,
  flags: RedriveFlags,
): Promise<Exit> {
  const { key, prefix, dryRun, wait, json = false } = flags;
  const log = new ProgressLog(process.stderr, json);
  const print = (line: string) => {
    log.clear();
    process.stdout.write(`${line}\n`);
  };
  const isSelective = key !== undefined || prefix !== undefined;
  const isListed = ({ keys }: DeadLetter) =>
    !isSelective || keys.some((each) => each === key || (prefix !== undefined && each.startsWith(prefix)));
  const queues = await deadLetterQueues(clients, pipeline);
  const uploads = new Map<string, DeadLetter['uploads'][number]>();
  /** Letters of each queue that are no messages of the pipeline. */
  const unknown = new Map<DeadLetterQueue, number>();
  let listed = 0;
  for (const queue of queues) {
    if (queue.count === 0) continue;
    let seen = 0;
    for await (const letter of readDeadLetters(clients, queue, 0)) {
      seen++;
      if (!isListed(letter)) continue;
      listed++;
      if (!letter.isKnown) unknown.set(queue, (unknown.get(queue) ?? 0) + 1);
      for (const upload of letter.uploads) {
        const { sequencer = '' } = uploads.get(upload.key) ?? {};
        // the latest of a key is the one that a report can come on
        if (sequencer <= upload.sequencer) uploads.set(upload.key, upload);
      }
      const explained = { ...letter, reason: await reasonOf(clients, pipeline, letter) };
      print(json ? letterJson(explained) : letterLine(explained));
    }
    if (seen < queue.count) log.step(`${queue.name}: and about ${number(queue.count - seen)} more`);
  }
  const waiting = queues.reduce((sum, { count }) => sum + count, 0);
  if (dryRun || waiting === 0) {
    log.step(listed === 0 ? 'no dead letters' : `${number(listed)} listed, none moved`);
    return Exit.allSolved;
  }
  const before = new Map<string, Moved>();
  if (wait) {
    for (const [each, upload] of uploads) {
      before.set(each, { upload, old: await standingReport(clients, pipeline, each) });
    }
  }
  for (const queue of queues) {
    if (queue.count === 0) continue;
    const left = unknown.get(queue) ?? 0;
    const moved =
      isSelective || left > 0
        ? await moveChosen(clients, queue, (letter) => letter.isKnown && isListed(letter))
        : await moveAll(clients, queue, (done, all) =>
            log.progress(`${queue.name}: ${number(done)} of ${number(all)} moved`),
          );
    if (json) print(JSON.stringify({ event: 'moved', queue: queue.name, moved, left }));
    else
      log.step(`${queue.name}: ${number(moved)} moved back to its queue${left > 0 ? leftBehind(left) : ''}`);
  }
  const followed = wait ? await follow(clients, pipeline, before, print, json) : Exit.allSolved;
  return unknown.size > 0 ? Exit.failure : followed;
}

function leftBehind(count: number): string {
  return `; ${number(count)} left: no ${count === 1 ? 'message' : 'messages'} of the pipeline`;
}

/**
 * The report on a file; undefined also for what is none, since the function is going to replace it, and for a key that no
 * report can have.
 */
async function standingReport(
  clients: Clients,
  pipeline: DeployedPipeline,
  key: string,
): Promise<StandingReport | undefined> {
  try {
    return await reportOf(clients, pipeline, key);
  } catch (error) {
    if (error instanceof BadReport || (isRefusal(error) && !concernsAll(error))) return undefined;
    throw error;
  }
}

/** Of so many looks one is whether a report can still come. */
const LOOKS_AN_UPLOAD = 3;

/** An upload with the report that stood before the move. */
interface Moved {
  readonly upload: DeadLetter['uploads'][number];
  readonly old: StandingReport | undefined;
}

/** Waits for a report on each file that is not the one from before the move. */
async function follow(
  clients: Clients,
  pipeline: DeployedPipeline,
  before: ReadonlyMap<string, Moved>,
  print: (line: string) => void,
  json: boolean,
): Promise<Exit> {
  let worst: Exit = Exit.allSolved;
  for (const [key, { upload, old }] of before) {
    let looks = 0;
    for (const pause of pauses()) {
      const found = await standingReport(clients, pipeline, key);
      // one that fails for the same reason is told by its time alone, one of the same second by its bytes
      const isNew =
        found && (found.etag !== old?.etag || found.at > old.at) && isFinal(found.report, found.at);
      const isLate = ++looks % LOOKS_AN_UPLOAD === 0;
      const ended = isLate && !isNew ? await endWithoutReport(clients, upload, found?.report) : undefined;
      const report = isNew ? found.report : ended;
      if (report) {
        worst = Math.max(worst, exitOf(report)) as Exit;
        print(
          json
            ? JSON.stringify({ event: 'file', key, report })
            : describeKey(key, { state: report.status, report }),
        );
        break;
      }
      await setTimeout(pause);
    }
  }
  return worst;
}
