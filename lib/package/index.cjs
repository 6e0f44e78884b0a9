// What `sudoku-batch/cdk` is in the package. CommonJS, as aws-cdk-lib is: apps of either kind load it, and the peers are
// looked at before anything asks for them.
require('./check-peers.cjs');
const { SudokuPipeline, SudokuStack } = require('./construct.cjs');

module.exports = { SudokuPipeline, SudokuStack };
