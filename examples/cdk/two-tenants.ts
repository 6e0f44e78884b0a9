// Two customers, each with a stack of its own: buckets, keys, limits and metrics are separate, and each role sees one customer.
// Deploy: npx cdk deploy --all --app "node two-tenants.ts"
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { SudokuPipeline, type SudokuPipelineProps } from 'sudoku-batch/cdk';

const TENANTS: Readonly<Record<string, SudokuPipelineProps>> = {
  // many small files: five at a time leave the account's concurrency to others
  Daily: { uploadConcurrency: 5, chunkConcurrency: 5, reservedConcurrency: 10 },
  // huge files with all solutions, within bounds that no file can exceed
  Research: { solutions: 'all', maxLimit: 10_000, maxBudget: 1_000_000, timeout: Duration.minutes(15) },
};

const app = new App();
for (const [name, props] of Object.entries(TENANTS)) {
  const stack = new Stack(app, `Sudoku-${name}`);
  const encryptionKey = new Key(stack, 'Key', { enableKeyRotation: true });
  const pipeline = new SudokuPipeline(stack, 'Sudoku', {
    ...props,
    encryptionKey,
    logEncryptionKey: encryptionKey,
    uploadExpiration: Duration.days(30),
    resultExpiration: Duration.days(30),
  });
  pipeline.addOutputs();
  const customer = new Role(stack, 'Customer', {
    assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
  });
  pipeline.grantSubmit(customer);
}
