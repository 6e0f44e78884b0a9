// The function for direct calls: puzzles in, solutions out, without rights to any bucket or queue.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';
import { answerDirectly, type DirectAnswer, parseDirectEvent } from './direct.ts';
import { readSolvingSettings } from './invocation/settings.ts';
import { timesOf } from './invocation/time.ts';
import { Journal } from './journal.ts';

const settings = readSolvingSettings(process.env);
const logger = new Logger();
const journal = new Journal(logger, new Metrics());

/**
 * Puzzles in, their solutions out. This function is separate from the one that solves files, so that its callers reach no bucket
 * and no queue: its role has no rights to them, and it accepts no messages.
 * @throws InvalidEvent, RejectedFile, OptionError, OutOfTime, ResultTooLarge: Lambda gives their names to the caller
 */
export async function handler(event: unknown, context: Context): Promise<DirectAnswer> {
  logger.addContext(context);
  const times = timesOf(context.getRemainingTimeInMillis());
  const { answer, solved, bytes } = await answerDirectly(parseDirectEvent(event), settings, times);
  journal.answered(solved, bytes);
  journal.publish();
  return answer;
}
