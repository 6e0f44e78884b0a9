// The module `sudoku-batch/cdk`. It is CommonJS, as aws-cdk-lib is, so that any app can load it and so that it can check the
// peers before it loads them.
require('./check-peers.cjs');
const { SudokuPipeline, SudokuStack } = require('./construct.cjs');

module.exports = { SudokuPipeline, SudokuStack };
