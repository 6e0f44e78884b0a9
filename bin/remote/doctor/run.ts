// `sudoku doctor`: runs all checks of a pipeline, and prints what each has found.
import { visible } from '../../../core/formats/shared/bytes.ts';
import { Exit } from '../../cli/exit.ts';
import { countText, ProgressLog } from '../../cli/terminal.ts';
import type { Clients } from '../clients.ts';
import { isRefusal, toUserError } from '../errors.ts';
import type { DeployedPipeline } from '../stack.ts';
import { CHECKS, type Finding } from './checks.ts';
import { sweepNow } from './sweeps.ts';

export interface DoctorFlags {
  readonly fix: boolean | undefined;
  readonly json: boolean | undefined;
}

const UNFINISHED: Finding = {
  problem: 'its line has not come to the log within a minute',
  advice:
    'its message waits in the chunks queue, behind others if sudoku status shows any: check again later',
};

const LABELS = { wrong: 'WRONG ', later: 'later ', denied: 'DENIED' } as const;

/** @returns someUnsolved if something is wrong, or was not checked */
export async function runDoctor(
  clients: Clients,
  pipeline: DeployedPipeline,
  { fix = false, json = false }: DoctorFlags,
): Promise<Exit> {
  const log = new ProgressLog(process.stderr, json);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const swept = fix ? await sweepNow(clients, pipeline) : undefined;
  if (swept && json) print(JSON.stringify({ event: 'swept', ...swept }));
  else if (swept) {
    const { jobs, quiet, aborted, sentAgain } = swept;
    log.step(
      `swept: ${countText(jobs, 'open job')}, ${quiet} quiet · ${countText(aborted, 'multipart upload')} aborted, ${countText(sentAgain, 'file')} sent again`,
    );
  }
  let wrong = 0;
  const requested = fix && !swept ? { 'requested sweep': async () => [UNFINISHED] } : {};
  for (const [check, find] of Object.entries({ ...requested, ...CHECKS })) {
    const findings = await found(find(clients, pipeline));
    wrong += findings.filter(({ state }) => state !== 'later').length;
    if (json) print(JSON.stringify({ event: 'check', check, findings }));
    else if (findings.length === 0) print(`ok     ${check}`);
    for (const { problem, state, advice } of json ? [] : findings) {
      print(visible(`${LABELS[state ?? 'wrong']} ${check}: ${problem}`));
      print(visible(`       ${advice}`));
    }
  }
  return wrong === 0 ? Exit.allSolved : Exit.someUnsolved;
}

/** What a check has found; a refused request is a finding, too, and the other checks go on. */
async function found(check: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { message } = toUserError(error) as Error;
    return [
      {
        problem: `not checked: ${message}`,
        state: 'denied',
        advice: 'grantOperate allows all requests of doctor',
      },
    ];
  }
}
