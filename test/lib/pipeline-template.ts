import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { SudokuPipeline } from '../../lib/sudoku-pipeline.ts';
import type { SudokuPipelineProps } from '../../lib/sudoku-pipeline-props.ts';
import { cleanUps } from '../clean-ups.ts';

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

/** An app with the flags of cdk.json. */
export function testApp(more: Record<string, unknown> = {}): App {
  const outdir = mkdtempSync(join(tmpdir(), 'sudoku-test-app-'));
  // the CDK does not delete it
  cleanUps.push(() => rmSync(outdir, { recursive: true }));
  return new App({ outdir, context: { ...context, ...more } });
}

/** A stack with a pipeline. */
export function testPipeline(props?: SudokuPipelineProps): { stack: Stack; pipeline: SudokuPipeline } {
  const stack = new Stack(testApp(), 'Test');
  return { stack, pipeline: new SudokuPipeline(stack, 'Pipeline', props) };
}

export function templateOf(stack: Stack): Template {
  return Template.fromStack(stack);
}

// biome-ignore lint/suspicious/noExplicitAny: a template has no types
export type Properties = any;

/** Resources of a type with their logical ids, as plain objects. */
export function resources(template: Template, type: string): [id: string, properties: Properties][] {
  return Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties]);
}

/** The policies of roles in a stack, as text. */
export function policiesOf(stack: Stack): string {
  return JSON.stringify(resources(templateOf(stack), 'AWS::IAM::Policy'));
}
