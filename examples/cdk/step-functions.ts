// Each solved file starts a state machine, and each file that cannot be solved sends a mail.
// Deploy: npx cdk deploy --app "node step-functions.ts"
import { App, Stack } from 'aws-cdk-lib';
import { EventField, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine, SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  Choice,
  Condition,
  DefinitionBody,
  LogLevel,
  Pass,
  StateMachine,
  Succeed,
} from 'aws-cdk-lib/aws-stepfunctions';
import { SudokuPipeline } from 'sudoku-batch/cdk';

const app = new App();
const stack = new Stack(app, 'Publishing');
const pipeline = new SudokuPipeline(stack, 'Sudoku', { solutions: 'unique' });
pipeline.addOutputs();

// the input is the event: detail.result is the object, detail.counts how its puzzles ended
const isFlawless = Condition.numberEqualsJsonPath('$.detail.counts.solved', '$.detail.counts.puzzles');
const definition = new Choice(stack, 'All solved?')
  .when(isFlawless, new Pass(stack, 'Publish'))
  .otherwise(new Succeed(stack, 'Ask the author'));
const publishing = new StateMachine(stack, 'Publishing', {
  definitionBody: DefinitionBody.fromChainable(definition),
  tracingEnabled: true,
  logs: { destination: new LogGroup(stack, 'Log'), level: LogLevel.ALL },
});
const deadLetterQueue = new Queue(stack, 'NotDelivered', { enforceSSL: true });
pipeline.onResult('Solved', { target: new SfnStateMachine(publishing, { deadLetterQueue }) });

const mail = new Topic(stack, 'Mail', { enforceSSL: true });
mail.addSubscription(new EmailSubscription('puzzles@example.com'));
const key = EventField.fromPath('$.detail.object.key');
const reason = EventField.fromPath('$.detail.reason');
pipeline.onError('NotSolved', {
  target: new SnsTopic(mail, {
    deadLetterQueue,
    message: RuleTargetInput.fromText(`${key} cannot be solved: ${reason}`),
  }),
});
