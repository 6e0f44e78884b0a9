import { Duration, Token } from 'aws-cdk-lib';
import {
  InvalidValue,
  type Kind,
  OPTIONS,
  optionNames,
  wholeNumber,
  yesOrNo,
} from '../core/options/options.ts';
import { WORK_EXPIRATION } from './settings.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

/** A property of the construct that is a number, a yes or no, or a time: how it is checked, and how context gives it. */
export interface PropEntry {
  readonly kind: Kind<unknown>;
  /** A sentence without its end, in Markdown. */
  readonly help: string;
  /** What holds where it is not given, in Markdown. @default `standard` */
  readonly fallback?: string;
  /** The value that holds where it is not given, as context would give it. */
  readonly standard?: number | boolean;
  /** Of a property that is a Duration: what context counts it in. */
  readonly unit?: 'seconds' | 'days';
}

/** Counters of solutions and guesses have 32 bits. */
const MAX_COUNT = 2 ** 32 - 1;

/** Half of what a key may have is left for that of the upload. */
const MAX_PREFIX_BYTES = 512;
const keyPrefix: Kind<string> = {
  placeholder: 'prefix',
  parse(text) {
    if (Buffer.byteLength(text) <= MAX_PREFIX_BYTES) return text;
    throw new InvalidValue(`at most ${MAX_PREFIX_BYTES} bytes`);
  },
};

/** Settings of a pipeline that are no options of files, in the order of the manual. */
export const SETTINGS = {
  reports: { kind: yesOrNo, help: 'whether reports are written', standard: true },
  htmlReports: {
    kind: yesOrNo,
    help: 'whether each report is written as a page to look at, too: `<key>.report.html`',
    standard: false,
  },
  memorySize: {
    kind: wholeNumber(512, 10_240, 'MiB'),
    help: 'memory of the function in MiB (1769 is one processor)',
    standard: 1769,
  },
  timeout: {
    kind: wholeNumber(5, 900, 'seconds'),
    help: 'seconds that one invocation may take',
    standard: 300,
    unit: 'seconds',
  },
  uploadWindow: {
    kind: wholeNumber(0, 300, 'seconds'),
    help: 'seconds for which uploads are gathered, 100 to an invocation at most; 0: not at all, 10 at most',
    standard: 0,
    unit: 'seconds',
  },
  uploadConcurrency: {
    kind: wholeNumber(2, 1000),
    help: 'most functions that read the uploads queue at once',
    standard: 20,
  },
  chunkConcurrency: {
    kind: wholeNumber(2, 1000),
    help: 'most functions that solve chunks of large files at once',
    standard: 100,
  },
  uploadExpiration: {
    // a message that is taken back from the dead letters on its last day there still needs its upload
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
    help: 'the highest `limit` that a file may ask for; one that asks for more is rejected',
    fallback: 'any',
  },
  maxBudget: {
    kind: wholeNumber(0, MAX_COUNT),
    help: 'the highest `budget` that a file may ask for, and that one has which asks for none',
    fallback: 'any',
  },
  outputPrefix: {
    kind: keyPrefix,
    help: 'what the keys of results and reports begin with, before that of the upload',
    fallback: 'nothing',
  },
  outputEvents: {
    kind: yesOrNo,
    help: 'whether the output bucket sends its events to EventBridge; `onFileSolved` switches that on by itself',
    standard: false,
  },
  directCalls: {
    kind: yesOrNo,
    help: 'whether there is a function that takes puzzles in the event; `grantInvoke` makes it by itself',
    standard: false,
  },
  dashboard: { kind: yesOrNo, help: 'whether there is a dashboard', standard: true },
} as const satisfies Record<string, PropEntry>;

export type PropTable = Readonly<Record<string, PropEntry>>;

type Name = keyof typeof SETTINGS;
/** Settings that always have a value. */
type Standard = {
  [name in Name]: (typeof SETTINGS)[name] extends { standard: unknown } ? name : never;
}[Name];

/** Properties with the default of each setting that has one. */
export type SettledProps = SudokuPipelineProps & Required<Pick<SudokuPipelineProps, Standard>>;

export function withDefaults(props: SudokuPipelineProps): SettledProps {
  const standards = Object.entries(SETTINGS as PropTable).flatMap(([name, { standard, unit }]) =>
    standard === undefined ? [] : [[name, unit ? Duration[unit](standard as number) : standard]],
  );
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...standards, ...given]) as SettledProps;
}

/** Every property of the construct that context can give: defaults for the options of files, then {@link SETTINGS}. */
export const PROPS: PropTable = {
  ...Object.fromEntries(
    optionNames('stack').map((name) => {
      const { kind, help, fallback } = OPTIONS[name as keyof typeof OPTIONS] as PropEntry;
      return [name, { kind, help, fallback }];
    }),
  ),
  ...SETTINGS,
};

/** What a table says of a property that is not given. */
export function fallbackOf({ fallback, standard }: PropEntry): string {
  return fallback ?? (typeof standard === 'boolean' ? `\`${standard}\`` : String(standard));
}

/** A property's value as context would give it; undefined for one that is not given, or not known before deployment. */
export function propText(value: unknown, unit: PropEntry['unit']): string | undefined {
  if (value === undefined || Token.isUnresolved(value)) return undefined;
  if (value instanceof Duration) {
    if (value.isUnresolved()) return undefined;
    return String(unit === 'days' ? value.toDays({ integral: false }) : value.toSeconds({ integral: false }));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
