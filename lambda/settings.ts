import {
  DEFAULT_OPTIONS,
  type FileSolverOptions,
  optionPairs,
  type PartialOptions,
  parseOptions,
} from '../core/files/index.ts';

/** Bounds of options that cost time and room. */
export type Bounds = Readonly<Partial<Record<'limit' | 'budget', number>>>;

/** What a solver is told of the bounds: a default budget, which grows with the limit, is bounded as one that is asked for. */
export const solverBounds = ({ budget }: Bounds): Pick<FileSolverOptions, 'maxBudget'> =>
  budget === undefined ? {} : { maxBudget: budget };

/** What holds for all puzzles, whether they come in files or in events. */
export interface SolvingSettings {
  readonly defaults: PartialOptions;
  /** What the owner lets a file ask for at most. */
  readonly bounds: Bounds;
}

/** Objects that the owner of the stack has files taken from. */
export interface Source {
  readonly bucket: string;
  /** What their keys begin with; empty for any. */
  readonly prefix: string;
  /** What their keys end with; empty for any. */
  readonly suffix: string;
}

/** What the stack tells the function that works on files. */
export interface Settings extends SolvingSettings {
  /** Where files are taken from; messages about others are refused. */
  readonly sources: readonly Source[];
  readonly outputBucket: string;
  /** What the keys of results and reports begin with, before that of the upload; empty unless the owner says so. */
  readonly outputPrefix: string;
  readonly workBucket: string;
  readonly uploadsQueueUrl: string;
  readonly chunksQueueUrl: string;
  readonly reports: boolean;
  /** Whether EventBridge is told of each file that is begun with. */
  readonly startedEvents: boolean;
  /** tells pipelines apart */
  readonly serviceName: string;
  /** Whether each report is written as a page, too. */
  readonly htmlReports: boolean;
  /** memory of the function, in MiB */
  readonly memorySize: number;
  /** deliveries of a message, after which SQS moves it to the dead letters */
  readonly maxReceives: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error naming the variable that is wrong */
export function readSolvingSettings(env: Environment): SolvingSettings {
  const bounds = {
    ...(env.MAX_LIMIT && { limit: wholeNumber('MAX_LIMIT', env.MAX_LIMIT) }),
    ...(env.MAX_BUDGET && { budget: wholeNumber('MAX_BUDGET', env.MAX_BUDGET) }),
  };
  const given = parseOptions(defaultPairs(env.DEFAULT_OPTIONS ?? '{}'), 'stack');
  return { bounds, defaults: boundedDefaults(given, bounds) };
}

/** @throws Error naming the variable that is missing or wrong */
export function readSettings(env: Environment): Settings {
  const required = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`the environment variable ${name} is not set`);
    return value;
  };
  const isOn = (name: string, usual: 'on' | 'off'): boolean => {
    const value = env[name] ?? usual;
    if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, got '${value}'`);
    return value === 'on';
  };
  return {
    ...readSolvingSettings(env),
    sources: sourcesIn(required('SOURCES')),
    outputBucket: required('OUTPUT_BUCKET'),
    outputPrefix: env.OUTPUT_PREFIX ?? '',
    workBucket: required('WORK_BUCKET'),
    uploadsQueueUrl: required('UPLOADS_QUEUE_URL'),
    chunksQueueUrl: required('CHUNKS_QUEUE_URL'),
    reports: isOn('REPORTS', 'on'),
    startedEvents: isOn('STARTED_EVENTS', 'off'),
    serviceName: env.POWERTOOLS_SERVICE_NAME ?? '',
    htmlReports: isOn('HTML_REPORTS', 'off'),
    memorySize: wholeNumber('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '1769'),
    maxReceives: wholeNumber('MAX_RECEIVES', required('MAX_RECEIVES')),
  };
}

/** A bound below what holds by itself is what holds. */
function boundedDefaults(given: PartialOptions, { limit }: Bounds): PartialOptions {
  const { limit: usual } = DEFAULT_OPTIONS;
  return given.limit === undefined && limit !== undefined && limit < usual ? { ...given, limit } : given;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, got '${text}'`);
  return Number(text);
}

/** JSON: `[["bucket"], ["bucket", "prefix", "suffix"], …]` */
function sourcesIn(text: string): Source[] {
  const json = parseJson('SOURCES', text);
  const isSource = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
  if (!Array.isArray(json) || !json.every(isSource)) {
    throw new Error(`SOURCES must be a list of [bucket, prefix, suffix], got '${text}'`);
  }
  return json.map(([bucket, prefix = '', suffix = '']) => ({ bucket: bucket!, prefix, suffix }));
}

function defaultPairs(text: string): [string, string | undefined][] {
  return optionPairs(parseJson('DEFAULT_OPTIONS', text) as Readonly<Record<string, unknown>>);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} must be JSON, got '${text}'`, { cause });
  }
}
