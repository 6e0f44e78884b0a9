// Properties that come from a table, by a mapped type, have no comment of their own: they get the table's words.
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';
import { optionRows } from '../core/options/option-text.ts';
import { OUTCOMES } from '../core/solver/status.ts';

/** Words and default of a property, by its name. */
const words = new Map([
  ...OUTCOMES.map(({ key, label, reason }) => [
    key,
    [`puzzles that are ${label}${reason ? `: ${reason}` : ''}`],
  ]),
  ...optionRows('file').map(([name, help, fallback]) => [name.replaceAll('`', ''), [help, fallback]]),
]);

const linkless = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
const part = (text) => ({ kind: 'text', text: linkless(text) });

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const property of project.getReflectionsByKind(ReflectionKind.Property)) {
      const found = words.get(property.name);
      if (property.comment !== undefined || found === undefined) continue;
      const [text, fallback] = found;
      property.comment = new Comment([part(`${text[0].toUpperCase()}${text.slice(1)}.`)]);
      if (fallback) property.comment.blockTags.push(new CommentTag('@default', [part(fallback)]));
    }
  });
}
