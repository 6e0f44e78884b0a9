#!/usr/bin/env node
// The CDK app in the package: npx cdk deploy --app "node node_modules/sudoku-batch/dist/cdk/app.cjs". It has the stack and
// the feature flags of a clone; the user's own context overrides the flags.
require('./check-peers.cjs');
const { App } = require('aws-cdk-lib');
const { context } = require('./feature-flags.json');
const { propsFromContext, SudokuStack } = require('./construct.cjs');

const app = new App({ context });
new SudokuStack(app, 'SudokuBatch', propsFromContext(app.node));
