// npm warns of peers that do not fit and goes on; here they are named before the CDK fails on what they lack.
const { peerDependencies } = require('sudoku-batch/package.json');

for (const [name, range] of Object.entries(peerDependencies)) check(name, range);

/** @param {string} name @param {string} range of the form ^1.2.3 */
function check(name, range) {
  const expected = `sudoku-batch/cdk: expected ${name} ${range}`;
  const install = `npm install ${name}@${range}`;
  /** @type {string} */
  let version;
  try {
    version = require(`${name}/package.json`).version;
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(`${expected} in the app, got none: ${install}`);
  }
  const [major, minor, patch] = version.split(/[.-]/).map(Number);
  const [least, ...from] = range.slice(1).split('.').map(Number);
  const isNewEnough = minor > from[0] || (minor === from[0] && patch >= from[1]);
  if (major !== least || !isNewEnough) throw new Error(`${expected}, got ${version}: ${install}`);
}
