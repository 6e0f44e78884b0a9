// npm run docs -- [NAME]: writes the parts of documents that are made from the code, or builds the reference or the site
import { runAll } from './run-all.ts';

const REFERENCE = [
  'build/typedoc/node_modules/typedoc/bin/typedoc',
  '--options',
  'build/typedoc/typedoc.json',
];

runAll('docs', {
  // a table in which an entry is missing is an error of the compiler first
  '': [['node_modules/typescript/bin/tsc'], ['build/option-tables.ts'], ['build/construct-api.ts']],
  api: [REFERENCE],
  pictures: [['build/pictures.ts']],
  site: [REFERENCE, ['build/site.ts']],
});
