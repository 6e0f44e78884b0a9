// Documents properties of mapped types, which have no comments of their own, with the texts of the tables they come from.
import { Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';
import { optionRows } from '../../core/options/option-text.ts';
import { OUTCOMES } from '../../core/solver/model/status.ts';

/** Description and default of a property, by its name. */
const descriptions = new Map([
  ...OUTCOMES.map(({ key, label, reason }) => [
    key,
    [`puzzles that are ${label}${reason ? `: ${reason}` : ''}`],
  ]),
  ...optionRows('file').map(([name, help, fallback]) => [name.replaceAll('`', ''), [help, fallback]]),
]);

const withoutLinks = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
const part = (text) => ({ kind: 'text', text: withoutLinks(text) });

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const property of project.getReflectionsByKind(ReflectionKind.Property)) {
      const found = descriptions.get(property.name);
      if (property.comment !== undefined || found === undefined) continue;
      const [text, fallback] = found;
      property.comment = new Comment([part(`${text[0].toUpperCase()}${text.slice(1)}.`)]);
      if (fallback) property.comment.blockTags.push(new CommentTag('@default', [part(fallback)]));
    }
  });
}
