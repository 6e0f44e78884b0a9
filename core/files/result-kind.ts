import { formatOf, tableOf } from '../formats/formats.ts';
import { quote } from '../formats/shared/bytes.ts';
import { contentOf } from './compression.ts';
import { type FilePlan, type FileSource, RECOGNISED_BYTES } from './contract.ts';
import { directiveText } from './directive.ts';

/** Bytes that show a line of options. */
const FIRST_LINE = 1024;

/** What a file's result is, in words: results of the same kind can stand one after another in one file. */
export function resultKind(plan: FilePlan, source: Pick<FileSource, 'head' | 'complete'>): string {
  const table = tableOf(formatOf(plan), plan.options);
  const format = table === 'jsonl' ? 'json' : (table ?? plan.format);
  const layout = format === 'json' ? 'JSON' : format === 'csv' ? `CSV ${columnsOf(plan, source)}` : 'text';
  const lines = plan.lineEnd === 'cr' && !table ? ' with lines that end in CR' : '';
  const { bytes } = contentOf(
    { bytes: source.head, complete: source.complete },
    plan.compression,
    FIRST_LINE,
  );
  // what one line of options says must not seem to hold for puzzles that were solved by another
  const directive = table ? undefined : directiveText(bytes);
  const below = directive === undefined ? '' : ` below ${quote(Buffer.from(directive, 'latin1'))}`;
  return `${layout}${lines}${below}${plan.compression === 'none' ? '' : ` in ${plan.compression}`}`;
}

function columnsOf(plan: FilePlan, { head, complete }: Pick<FileSource, 'head' | 'complete'>): string {
  const { output, solutions, grade } = plan.options;
  const format = formatOf(plan);
  if (!format.columns || tableOf(format, plan.options)) {
    const ids = format.ids?.(plan.state) === undefined ? '' : ' with ids';
    return `of solutions=${solutions}${grade ? ' grade=true' : ''}${output === 'csv' ? '' : ' as a table'}${ids}`;
  }
  const { bytes } = contentOf({ bytes: head, complete }, plan.compression, RECOGNISED_BYTES);
  const counted = solutions === 'count' ? ' and counts' : '';
  return `${format.columns(plan.state, bytes)}${counted}`;
}
