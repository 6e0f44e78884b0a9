// `sudoku presign`: makes links with which others upload a file, or download a result, without credentials.
import { type Command, Option } from 'commander';
import { metadataOf } from '../../core/options/option-text.ts';
import { Exit, UsageError } from '../cli/exit.ts';
import { addSolvingFlags, numberFlag, type SolvingFlags, solvingOptions } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { ProgressLog } from '../cli/terminal.ts';
import { addRemoteFlags, keyArgument, type RemoteFlags, withClients } from '../remote/command.ts';

interface PresignFlags extends RemoteFlags, SolvingFlags {
  readonly put: boolean | undefined;
  readonly get: boolean | undefined;
  readonly bytes: number | undefined;
  readonly expiresIn: number;
  /** false by `--no-clobber` */
  readonly clobber: boolean;
  readonly json: boolean | undefined;
}

/** Seconds that S3 allows: a week. */
const MAX_SECONDS = 604_800;

/** Bytes of an object that one PUT can create. */
const MAX_PUT = 5 * 1024 ** 3;

export function addPresign(program: Command): void {
  const command = program
    .command('presign')
    .description('Print a link to upload a file, or to download a result.')
    .addArgument(keyArgument('<key>', 'key of the upload, or of its result'));
  addExamples(
    command,
    ['let somebody upload a file of 82 bytes', 'sudoku presign acme/a.txt --put --bytes 82 --variant x'],
    ['let somebody download its report', 'sudoku presign acme/a.txt.report.json --get --expires-in 86400'],
  );
  addRemoteFlags(command)
    .addOption(new Option('--put', 'a link to upload the file').conflicts('get'))
    .option('--get', 'a link to download the result or, with the key of a report, that')
    .addOption(numberFlag('--bytes <n>', 'only a file of this length (--put)', [0, MAX_PUT], 'any'))
    .addOption(numberFlag('--expires-in <seconds>', 'for how long it can be used', [1, MAX_SECONDS], 3600))
    .option('--no-clobber', 'only if there is no object with this key (--put)');
  addSolvingFlags(command)
    .option('--json', 'print method, URL, headers and time as JSON')
    .action(async (key: string, flags: PresignFlags) => {
      process.exitCode = await presign(key, flags);
    });
}

async function presign(key: string, flags: PresignFlags): Promise<Exit> {
  const { put = false, get = false, bytes, expiresIn, clobber, json = false } = flags;
  const metadata = metadataOf(solvingOptions(flags));
  if (put === get) throw new UsageError('expected --put or --get, got neither');
  if (get && (bytes !== undefined || !clobber || Object.keys(metadata).length > 0)) {
    throw new UsageError('--bytes, --no-clobber and options of the solver: expected --put, got --get');
  }
  return withClients(flags, async (clients) => {
    const [{ findPipeline }, { linkToGet, linkToPut }] = await Promise.all([
      import('../remote/stack.ts'),
      import('../remote/presign.ts'),
    ]);
    const pipeline = await findPipeline(clients, flags.stack);
    const link = put
      ? await linkToPut(clients, pipeline, key, { bytes, metadata, noClobber: !clobber, expiresIn })
      : await linkToGet(clients, pipeline, key, expiresIn);
    process.stdout.write(`${json ? JSON.stringify(link) : link.url}\n`);
    if (json) return Exit.allSolved;
    const { method, headers, expires } = link;
    const log = new ProgressLog(process.stderr, false);
    const required = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const rest = required.length > 0 ? ` and exactly these headers: ${required.join('; ')}` : '';
    log.step(`valid until ${expires.slice(0, 19)}Z, with ${method}${rest}`);
    return Exit.allSolved;
  });
}
