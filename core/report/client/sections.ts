import type { Report } from '../../files/report.ts';
import { isComplete, type PageDocument } from '../page-document.ts';
import { element } from './element.ts';
import { facts } from './facts.ts';
import { hardest } from './hardest.ts';
import { headline } from './headline.ts';
import { histograms } from './histograms.ts';
import { outcomes } from './outcomes.ts';
import { problems } from './problems.ts';
import { timeline } from './timeline.ts';

/** All sections of a report. */
export function sectionsOf(report: PageDocument['reports'][number]): Node[] {
  if (report.status !== 'done') {
    const where = 'line' in report && report.line !== undefined ? `line ${report.line}: ` : '';
    const advice = 'advice' in report ? element('p', {}, report.advice) : undefined;
    const reason = element('p', {}, `${report.status}: ${where}${report.reason}`);
    return [element('div', { class: `headline ${report.status}` }, reason, advice)];
  }
  if (!isComplete(report)) return [headline(report), facts(report)];
  const parts = [outcomes, histograms, problems, hardest, timeline].map((part) => drawnSafely(part, report));
  return [headline(report), ...parts.filter((part) => part !== undefined), facts(report)];
}

/** A section that fails, because the report is of another version, does not affect the others. */
function drawnSafely(part: (report: Report) => Node | undefined, report: Report): Node | undefined {
  try {
    return part(report);
  } catch (error) {
    return element('p', {}, `A part of this report cannot be drawn: ${(error as Error).message}`);
  }
}
