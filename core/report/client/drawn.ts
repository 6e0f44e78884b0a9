import type { PageDocument } from '../page-document.ts';
import { element } from './element.ts';
import { facts } from './facts.ts';
import { hardest } from './hardest.ts';
import { headline } from './headline.ts';
import { histograms } from './histograms.ts';
import { outcomes } from './outcomes.ts';
import { problems } from './problems.ts';
import { timeline } from './timeline.ts';
import { isWhole } from './whole.ts';

/** All that a report says, below each other. */
export function drawn(report: PageDocument['reports'][number]): Node[] {
  if (report.status !== 'done') {
    const where = 'line' in report && report.line !== undefined ? `line ${report.line}: ` : '';
    const advice = 'advice' in report ? element('p', {}, report.advice) : undefined;
    const reason = element('p', {}, `${report.status}: ${where}${report.reason}`);
    return [element('div', { class: `headline ${report.status}` }, reason, advice)];
  }
  if (!isWhole(report)) return [headline(report), facts(report)];
  const parts = [outcomes, histograms, problems, hardest, timeline].map((part) => part(report));
  return [headline(report), ...parts.filter((part) => part !== undefined), facts(report)];
}
