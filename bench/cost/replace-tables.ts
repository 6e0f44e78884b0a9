const BEGIN = '<!-- tables: npm run bench -- cost --write docs/scale.md -->';
const END = '<!-- end of tables -->';

/** A document with what stands between its two marks replaced. @throws Error if they are not there */
export function replaceTables(document: string, tables: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`expected '${BEGIN}' and '${END}' in the document`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${document.slice(end)}`;
}
