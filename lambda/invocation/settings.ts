// The function's settings, read from its environment.
import {
  DEFAULT_OPTIONS,
  type FileSolverOptions,
  optionPairs,
  type PartialOptions,
  parseOptions,
} from '../../core/files/index.ts';
import type { ObjectRef } from '../aws/cloud.ts';
import { tenantName, tenantOf, tenantRuleIn, type UploadSource } from './tenant.ts';

/**
 * Bounds of a file, by the properties of the stack that set them: the largest values that it may request of options that cost
 * time and memory; bytes of the upload and of its result; seconds of solving, over all functions.
 */
const BOUNDS = {
  maxLimit: 'limit',
  maxBudget: 'budget',
  maxBytes: 'bytes',
  maxResultBytes: 'resultBytes',
  maxSeconds: 'seconds',
} as const;

/** Bounds of a file. */
export type Bounds = Readonly<Partial<Record<(typeof BOUNDS)[keyof typeof BOUNDS], number>>>;

/** The bounds as limits of a solver: the default budget, which grows with the limit, is bounded like a requested one. */
export const solverBounds = ({ budget }: Bounds): Pick<FileSolverOptions, 'maxBudget'> =>
  budget === undefined ? {} : { maxBudget: budget };

/** Events that the owner may switch on: the work on a file starts, is done, or has failed. */
const FILE_EVENTS = ['started', 'done', 'failed'] as const;
type FileEventName = (typeof FILE_EVENTS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error naming the variable that is wrong */
export function readSolvingSettings(env: Environment) {
  /** Set by the stack's owner. */
  const bounds = boundsIn(env, (name) => name.replace(/[A-Z]/g, '_$&').toUpperCase());
  const given = parseOptions(defaultPairs(env.DEFAULT_OPTIONS ?? '{}'), 'stack');
  const own = Object.entries(parseVariable('TENANT_BOUNDS', env.TENANT_BOUNDS ?? '{}') as object);
  /** Of tenants with bounds of their own, in place of the others. */
  const tenants = new Map(
    own.map(([folder, values]: [string, Readonly<Record<string, string>>]) => {
      const ofTenant = { ...bounds, ...boundsIn(values, (name) => name) };
      return [tenantName(folder), { bounds: ofTenant, defaults: boundedDefaults(given, ofTenant) }];
    }),
  );
  return { bounds, defaults: boundedDefaults(given, bounds), tenants };
}

/** @param variable the name of a value, by that of the property @throws Error naming the value that is wrong */
function boundsIn(values: Environment, variable: (property: string) => string): Bounds {
  return Object.fromEntries(
    Object.entries(BOUNDS).flatMap(([property, name]) => {
      const key = variable(property);
      const value = values[key];
      return value === undefined ? [] : [[name, wholeNumber(key, String(value))]];
    }),
  );
}

/** Settings for all puzzles, in files and in direct calls. */
export type SolvingSettings = Readonly<ReturnType<typeof readSolvingSettings>>;

/** @throws Error naming the variable that is missing or wrong */
export function readSettings(env: Environment) {
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
    /** Messages about other objects are refused. */
    sources: sourcesIn(required('SOURCES')) as readonly UploadSource[],
    /** How the key of an upload names its tenant. */
    tenant: tenantRuleIn(env.TENANT),
    outputBucket: required('OUTPUT_BUCKET'),
    /** Precedes the upload's key in the keys of results and reports; empty by default. */
    outputPrefix: env.OUTPUT_PREFIX ?? '',
    workBucket: required('WORK_BUCKET'),
    uploadsQueueUrl: required('UPLOADS_QUEUE_URL'),
    chunksQueueUrl: required('CHUNKS_QUEUE_URL'),
    reports: isOn('REPORTS', 'on'),
    /** The events about files to send to EventBridge. */
    events: new Set(fileEventsIn(env.FILE_EVENTS ?? '')) as ReadonlySet<FileEventName>,
    /** distinguishes pipelines */
    serviceName: env.POWERTOOLS_SERVICE_NAME ?? '',
    /** Whether to write each report as a page, too. */
    htmlReports: isOn('HTML_REPORTS', 'off'),
    /** Most bytes of a result that grows while it is written, for each byte of its upload; see lambda/file/solve-unsplittable.ts. */
    maxGrowth: env.MAX_GROWTH ? wholeNumber('MAX_GROWTH', env.MAX_GROWTH) : Number.POSITIVE_INFINITY,
    /** memory of the function, in MiB */
    memorySize: wholeNumber('AWS_LAMBDA_FUNCTION_MEMORY_SIZE', env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '1769'),
    /** functions that solve chunks at the same time, at most */
    chunkConcurrency: wholeNumber('CHUNK_CONCURRENCY', env.CHUNK_CONCURRENCY ?? '100'),
    /** deliveries of a message, after which SQS moves it to the dead letters */
    maxReceives: wholeNumber('MAX_RECEIVES', required('MAX_RECEIVES')),
  };
}

/** Settings of the function that solves files. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** The settings for an upload, with the bounds of its tenant. */
export function settingsFor(settings: Settings, upload: ObjectRef): Settings {
  const own = settings.tenants.get(tenantOf(settings, upload) ?? '');
  return own ? { ...settings, ...own } : settings;
}

/** The defaults, with the bound as the default limit if it is below the usual one. */
function boundedDefaults(given: PartialOptions, { limit }: Bounds): PartialOptions {
  const { limit: usual } = DEFAULT_OPTIONS;
  return given.limit === undefined && limit !== undefined && limit < usual ? { ...given, limit } : given;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, got '${text}'`);
  return Number(text);
}

/** Names with spaces between them. */
function fileEventsIn(text: string): FileEventName[] {
  return text.split(' ').flatMap((name) => {
    if (name === '') return [];
    const found = FILE_EVENTS.find((event) => event === name);
    if (found === undefined)
      throw new Error(`FILE_EVENTS must be of ${FILE_EVENTS.join(', ')}, got '${text}'`);
    return [found];
  });
}

/** JSON: `[["bucket"], ["bucket", "prefix", "suffix"], …]` */
function sourcesIn(text: string): UploadSource[] {
  const json = parseVariable('SOURCES', text);
  const isSource = (value: unknown): value is string[] =>
    Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
  if (!Array.isArray(json) || !json.every(isSource)) {
    throw new Error(`SOURCES must be a list of [bucket, prefix, suffix], got '${text}'`);
  }
  return json.map(([bucket, prefix = '', suffix = '']) => ({ bucket: bucket!, prefix, suffix }));
}

function defaultPairs(text: string): [string, string | undefined][] {
  return optionPairs(parseVariable('DEFAULT_OPTIONS', text) as Readonly<Record<string, unknown>>);
}

function parseVariable(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} must be JSON, got '${text}'`, { cause });
  }
}
