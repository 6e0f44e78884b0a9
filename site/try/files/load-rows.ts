// Loads rows of a solved file: solves the parts that hold them again, as JSON Lines.

import type { FilePlan } from '../../../core/browser.ts';
import type { PuzzleTasks } from '../puzzle/tasks.ts';
import type { Row } from '../shared/rows.ts';
import type { SolvedContent } from './solved-rows.ts';

export async function loadRows(
  tasks: PuzzleTasks,
  { content, plan, segments }: SolvedContent,
  from: number,
  count: number,
): Promise<Row[]> {
  const wanted = segments.filter(({ firstRow, rows }) => firstRow < from + count && firstRow + rows > from);
  const found: Row[] = [];
  for (const { start, end, firstRow } of wanted) {
    const skip = Math.max(from - firstRow, 0);
    const part = { content: content.slice(start, end), plan: rowPlan(plan), first: start === 0 };
    found.push(...(await tasks.run('rows', { ...part, skip, count: count - found.length })));
  }
  return found;
}

/** The plan with one row for each puzzle. */
function rowPlan(plan: FilePlan): FilePlan {
  const solutions = plan.options.solutions === 'all' ? 'count' : plan.options.solutions;
  return { ...plan, options: { ...plan.options, output: 'jsonl', explain: false, solutions } };
}
