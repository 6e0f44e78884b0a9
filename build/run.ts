// npm run build -- [NAME]: builds the parts of the package, or one of them
import { runAll } from './run-all.ts';

/** What the package contains, in this order: each part uses those before it. */
const PARTS = ['kernels', 'report-page', 'command-line', 'library', 'construct'];
/** What is built on request only. */
const OTHERS = ['examples'];

const program = (name: string) => [`build/${name}.ts`];
runAll('build', {
  '': PARTS.map(program),
  ...Object.fromEntries([...PARTS, ...OTHERS].map((name) => [name, [program(name)]])),
});
