#!/usr/bin/env node
// The CDK app that the package brings: npx cdk deploy --app "node node_modules/sudoku-batch/dist/cdk/app.cjs". The stack
// is that of the clone, feature flags included; the user's own context is stronger than they are.
require('./check-peers.cjs');
const { App } = require('aws-cdk-lib');
const { context } = require('./feature-flags.json');
const { propsFromContext, SudokuStack } = require('./construct.cjs');

const app = new App({ context });
new SudokuStack(app, 'SudokuBatch', propsFromContext(app.node));
