// npm only warns about an unsupported Node or peer. This module throws an error before something else fails.
const { engines, peerDependencies } = require('sudoku-batch/package.json');

checkNode(engines.node.replace('>=', ''));
for (const [name, range] of Object.entries(peerDependencies)) check(name, range);

/** @param {string} name @param {string} range in the form ^1.2.3 */
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
  const least = range.slice(1);
  if (parts(version)[0] !== parts(least)[0] || isOlder(version, least)) {
    throw new Error(`${expected}, got ${version}: ${install}`);
  }
}

/** @param {string} least in the form 1.2.3 */
function checkNode(least) {
  const { versions, execPath } = process;
  if (isOlder(versions.node, least)) {
    throw new Error(`sudoku-batch/cdk: expected Node ${least} or later, got ${versions.node} (${execPath})`);
  }
}

/** @param {string} version @param {string} than */
function isOlder(version, than) {
  const required = parts(than);
  const first = parts(version).findIndex((part, i) => part !== required[i]);
  return first >= 0 && parts(version)[first] < required[first];
}

/** @param {string} version @returns {number[]} three numbers; a prerelease counts as its release */
function parts(version) {
  return version.split(/[.+-]/).slice(0, 3).map(Number);
}
