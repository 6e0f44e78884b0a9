// Existing buckets, encrypted with a KMS key: new files below inbox/ are solved, and results appear below solved/.
// Deploy: npx cdk deploy --app "node own-buckets.ts"
import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { SudokuPipeline } from 'sudoku-batch/cdk';

const app = new App();
const stack = new Stack(app, 'OwnBuckets');

// the key of the existing bucket, and of everything that the pipeline stores
const encryptionKey = Key.fromKeyArn(
  stack,
  'Key',
  'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
);
// in its properties, "Send notifications to Amazon EventBridge" must be on
const bucket = Bucket.fromBucketAttributes(stack, 'Bucket', {
  bucketName: 'newspaper-puzzles',
  encryptionKey,
});

const pipeline = new SudokuPipeline(stack, 'Sudoku', {
  uploadBucket: bucket,
  uploadFilter: { prefix: 'inbox/' },
  outputBucket: bucket,
  outputPrefix: 'solved/',
  encryptionKey,
});
pipeline.addOutputs();

// the editors' application uploads files and reads results
const editor = new Role(stack, 'Editor', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
pipeline.grantUpload(editor);
pipeline.grantRead(editor);
