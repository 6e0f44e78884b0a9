// The table of properties that are numbers, booleans, texts or durations, with their bounds and representations.
import { Duration } from 'aws-cdk-lib';
import {
  InvalidValue,
  type Kind,
  OPTIONS,
  type OptionName,
  oneOf,
  optionNames,
  wholeNumber,
  yesOrNo,
} from '../core/options/options.ts';
import { WORK_EXPIRATION } from './queues.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** A property of the construct that is a number, a boolean, a text or a duration, with its representation in context. */
export interface PropEntry {
  /** parses and checks its text in context */
  readonly kind: Kind<unknown>;
  /** a description in Markdown, without a full stop */
  readonly help: string;
  /** the default as documents show it, in Markdown, if it is not {@link default} */
  readonly fallback?: string;
  /** the default as in context, if there is one */
  readonly default?: number | boolean;
  /** the unit in context, if the property is a Duration */
  readonly unit?: 'seconds' | 'days';
}

/** The entry of a property with this type of value. */
type EntryOf<Value> = PropEntry &
  ([Value] extends [Duration]
    ? { readonly kind: Kind<number>; readonly unit: 'seconds' | 'days' }
    : { readonly kind: Kind<Value>; readonly unit?: never });

type Props = Required<SudokuPipelineProps>;

/** The properties that must have an entry: all of these types, except options of files and the enumeration `logRetention`. */
type SettingName = Exclude<
  {
    [name in keyof Props]: Props[name] extends number | boolean | Duration
      ? name
      : string extends Props[name]
        ? name
        : name extends 'tenant'
          ? name
          : never;
  }[keyof Props],
  OptionName | 'logRetention'
>;

/** Counters of solutions and guesses have 32 bits. */
const MAX_COUNT = 2 ** 32 - 1;

/** Half of the longest key, so that the other half remains for the key of the upload. */
const MAX_PREFIX_BYTES = 512;
const keyPrefix: Kind<string> = {
  placeholder: 'prefix',
  parse(text) {
    if (Buffer.byteLength(text) > MAX_PREFIX_BYTES)
      throw new InvalidValue(`at most ${MAX_PREFIX_BYTES} bytes`);
    if (/[\p{L}\p{N}]$/u.test(text)) {
      throw new InvalidValue(
        `a prefix with a separator at its end, such as ${text}/ (without one, the result of a.txt would be ${text}a.txt)`,
      );
    }
    return text;
  },
};

/**
 * Settings of a pipeline that are not options of files, in the order of the manual. The compiler requires an entry of the
 * right type for each of these properties.
 */
export const SETTINGS = {
  reports: { kind: yesOrNo, help: 'whether reports are written', default: true },
  htmlReports: {
    kind: yesOrNo,
    help: 'whether each report is also written as a page: `<key>.report.html`',
    default: false,
  },
  memorySize: {
    kind: wholeNumber(512, 10_240, 'MiB'),
    help: 'memory of the function in MiB (1769 is one processor)',
    default: 1769,
  },
  timeout: {
    kind: wholeNumber(5, 900, 'seconds'),
    help: 'time limit of an invocation in seconds',
    default: 300,
    unit: 'seconds',
  },
  uploadWindow: {
    kind: wholeNumber(0, 300, 'seconds'),
    help: 'seconds to collect up to 100 uploads for one invocation; with 0, it gets up to 10 without waiting',
    default: 0,
    unit: 'seconds',
  },
  uploadConcurrency: {
    kind: wholeNumber(2, 1000),
    help: 'most concurrent functions for the uploads queue',
    default: 20,
  },
  chunkConcurrency: {
    kind: wholeNumber(2, 1000),
    help: 'most concurrent functions for chunks of large files',
    default: 100,
  },
  uploadExpiration: {
    // a message that is redriven on its last day in the dead letters still needs its upload
    kind: wholeNumber(WORK_EXPIRATION.toDays(), 36_500, 'days'),
    help: 'days until uploads are deleted',
    fallback: 'never',
    unit: 'days',
  },
  resultExpiration: {
    kind: wholeNumber(1, 36_500, 'days'),
    help: 'days until results and reports are deleted',
    fallback: 'never',
    unit: 'days',
  },
  maxLimit: {
    kind: wholeNumber(1, MAX_COUNT),
    help: 'the highest `limit` that a file may request; a file that requests more is rejected. It bounds the results that a puzzle can have',
    default: 10_000,
  },
  maxBudget: {
    kind: wholeNumber(0, MAX_COUNT),
    help: 'the highest `budget` of a file, and the budget of a file that requests none. It bounds the time that a puzzle can take',
    default: 1_000_000,
  },
  maxGrowth: {
    kind: wholeNumber(1, MAX_COUNT),
    help: 'the most bytes of results for each byte of an upload, beyond 16 MiB',
    default: 1000,
  },
  maxBytes: {
    kind: wholeNumber(1, 5 * 1024 ** 4),
    help: 'the most bytes of an upload',
    default: 5 * 1024 ** 4,
  },
  maxResultBytes: {
    // S3 joins at most 10,000 parts of 5 GiB
    kind: wholeNumber(1, 10_000 * 5 * 1024 ** 3),
    help: 'the most bytes of a result',
    default: 10 * 1024 ** 4,
  },
  maxSeconds: {
    kind: wholeNumber(1, MAX_COUNT),
    help: 'the most seconds for which a file is solved, over all functions together',
    default: 1_000_000,
  },
  versioned: {
    kind: yesOrNo,
    help: 'whether the upload bucket and the output bucket keep earlier versions of their objects',
    default: false,
  },
  reservedConcurrency: {
    kind: wholeNumber(4, 2000),
    help: 'concurrency of the account that is reserved for the function; at least `uploadConcurrency` + `chunkConcurrency`',
    fallback: 'none',
  },
  outputPrefix: {
    kind: keyPrefix,
    help: 'prefix of the keys of results and reports, before the key of the upload; ends in a separator, such as `solved/`',
    fallback: 'none',
  },
  tenant: {
    kind: oneOf('first-folder'),
    help: 'the folder that names the customer: the first one below the prefix of the source',
    fallback: 'none',
  },
  outputEvents: {
    kind: yesOrNo,
    help: 'whether the output bucket sends events to EventBridge; `onFileSolved` implies it',
    default: false,
  },
  directCalls: {
    kind: yesOrNo,
    help: 'whether there is a function for puzzles in the event; `grantInvoke` implies it',
    default: false,
  },
  dashboard: { kind: yesOrNo, help: 'whether there is a dashboard', default: true },
} as const satisfies { readonly [name in SettingName]: EntryOf<Props[name]> };

export type PropTable = Readonly<Record<string, PropEntry>>;

type NameWithDefault = {
  [name in SettingName]: (typeof SETTINGS)[name] extends { default: unknown } ? name : never;
}[SettingName];

/** Properties in which each setting with a default has a value. */
export type ResolvedProps = SudokuPipelineProps & Pick<Props, NameWithDefault>;

export function withDefaults(props: SudokuPipelineProps): ResolvedProps {
  const defaults = Object.entries(SETTINGS as PropTable).flatMap(([name, entry]) =>
    entry.default === undefined ? [] : [[name, propValue(entry.default, entry)]],
  );
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...defaults, ...given]) as ResolvedProps;
}

/** Every property that context can set: defaults for the options of files, then {@link SETTINGS}. */
export const PROPS: PropTable = {
  ...Object.fromEntries(
    optionNames('stack').map((name) => {
      const { kind, help, fallback } = OPTIONS[name as keyof typeof OPTIONS] as PropEntry;
      return [name, { kind, help, fallback }];
    }),
  ),
  ...SETTINGS,
};

/** The default of a property, for documents. */
export function defaultText({ fallback, default: value }: PropEntry): string {
  return fallback ?? (typeof value === 'boolean' ? `\`${value}\`` : String(value));
}

/** The bounds that a tenant can have of its own. */
export const TENANT_BOUNDS = ['maxLimit', 'maxBudget', 'maxBytes', 'maxResultBytes', 'maxSeconds'] as const;

/** The value of a property, from its value in context. */
export function propValue(value: unknown, { unit }: PropEntry): unknown {
  return unit ? Duration[unit](value as number) : value;
}

/**
 * The text of a duration in context; empty if it is unknown before deployment, undefined if the value is no duration. Durations
 * of another copy of aws-cdk-lib are accepted.
 */
export function durationText(value: unknown, unit: 'seconds' | 'days'): string | undefined {
  const { isUnresolved, toSeconds, toDays } = (value ?? {}) as Partial<Duration>;
  if (!isUnresolved || !toSeconds || !toDays) return undefined;
  const duration = value as Duration;
  if (duration.isUnresolved()) return '';
  return String(
    unit === 'days' ? duration.toDays({ integral: false }) : duration.toSeconds({ integral: false }),
  );
}
