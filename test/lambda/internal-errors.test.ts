// The net of the function: an unexpected error costs its record or its file, and each file gets a report.
import { afterEach, describe, expect, test } from 'vitest';
import { solveText } from '../../core/index.ts';
import project from '../../package.json' with { type: 'json' };
import { setFault, withFault } from '../fault-hook.ts';
import { differing, FAULTY_FILES, faultyCase, lostText, STAGES } from '../faulty-files.ts';
import { Pipeline } from './fixture.ts';
import { cloud, outcomes, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();
afterEach(() => setFault(undefined));

const own = STAGES.filter(({ options }) => Object.keys(options).length === 0).map(({ stage }) => stage);

const cases = FAULTY_FILES.flatMap((file) => own.map((stage) => ({ name: file.name, file, stage })));
test.each(cases)(
  'the function loses only the record of $name that causes an error at the stage $stage',
  async ({ name, file, stage }) => {
    const { text, fault } = faultyCase(file, stage, 60, 31);
    const key = `${stage}-${name}`;
    await pipeline.upload(key, text);
    const tasks = await withFault(fault, () => pipeline.drain());
    expect(outcomes(tasks)).toEqual(['solved']);
    const counts = { puzzles: 60, solved: 59, invalid: 1, internalErrors: 1 };
    expect(tasks[0]!.outcome!.tally).toMatchObject(counts);
    const result = await pipeline.result(key);
    expect(differing(result!.toString(), solveText(text).text, file.separator, file.before)).toEqual([
      [31, expect.stringContaining(lostText(file, fault))],
    ]);
    expect(await pipeline.report(key)).toMatchObject({
      ...counts,
      status: 'done',
      problems: [{ status: 'invalid', reason: expect.stringMatching(/^internal error \(TypeError/) }],
    });
  },
);

test.each(own)(
  'a file in chunks loses only the record that causes an error at the stage %s',
  async (stage) => {
    const [file] = FAULTY_FILES;
    const { text, fault } = faultyCase(file!, stage, 60, 31);
    const key = `chunks-${stage}.txt`;
    const chunks = await pipeline.cut(key, text, [82 * 20, 82 * 40]);
    const tasks = await withFault(fault, () => pipeline.run(chunks));
    expect(outcomes(tasks)).toEqual(['part', 'part', 'solved']);
    expect(differing((await pipeline.result(key))!.toString(), solveText(text).text, '\n', 0)).toEqual([
      [31, 'invalid'.padEnd(81)],
    ]);
    expect(await pipeline.report(key)).toMatchObject({
      ...{ puzzles: 60, solved: 59, invalid: 1, internalErrors: 1 },
      problems: [{ line: 32 }],
    });
  },
);

describe('a file that cannot be recognised because of a defect', () => {
  const fault = { stage: 'recognise', text: PUZZLE } as const;

  test('is tried again once, and then has a failed report that asks for a report of the defect', async () => {
    await pipeline.upload('defect.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    const first = await withFault(fault, () => pipeline.run(records));
    expect(first.map(({ error }) => error?.name)).toEqual(['InternalError']);
    expect(await pipeline.report('defect.txt')).toBeUndefined();
    const second = await withFault(fault, () =>
      pipeline.run(records, { isRedelivery: true, deliveriesLeft: 8 }),
    );
    // the message is deleted
    expect(outcomes(second)).toEqual(['defect']);
    const report = (await pipeline.report('defect.txt')) as object;
    expect(report).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^internal error \(TypeError: caused by/),
      advice: expect.stringContaining(project.bugs),
      internalErrors: 1,
    });
    expect(report).not.toHaveProperty('deliveriesLeft');
    expect(await pipeline.result('defect.txt')).toBeUndefined();
  });

  test('is solved by the second delivery if the error does not come again', async () => {
    await pipeline.upload('once.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await withFault(fault, () => pipeline.run(records));
    expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['solved']);
    expect((await pipeline.result('once.txt'))!.toString()).toBe(`${SOLUTION}\n`);
  });

  test('does not affect the other files of its batch', async () => {
    const other = PUZZLE.replace('4', '.');
    await pipeline.upload('bad.txt', `${PUZZLE}\n`);
    await pipeline.upload('good.txt', `${other}\n`);
    const tasks = await withFault(fault, async () => pipeline.run(await pipeline.receive()));
    expect(tasks.find(({ key }) => key === 'good.txt')?.outcome?.outcome).toBe('solved');
    expect(tasks.find(({ key }) => key === 'bad.txt')?.error?.name).toBe('InternalError');
  });
});

test('a TypeError of the function itself ends in a failed report at the second delivery', async () => {
  await pipeline.upload('own.txt', `${PUZZLE}\n`);
  const records = await pipeline.receive();
  pipeline.cloud = {
    ...cloud,
    readObject: (ref, range) =>
      ref.bucket === Pipeline.UPLOADS
        ? Promise.reject(new TypeError('x is not a function'))
        : cloud.readObject(ref, range),
  };
  expect((await pipeline.run(records)).map(({ error }) => error?.name)).toEqual(['TypeError']);
  expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['defect']);
  expect(await pipeline.report('own.txt')).toMatchObject({
    status: 'failed',
    reason: 'internal error (TypeError: x is not a function)',
  });
});

test('a chunk that a defect keeps from being solved fails its file, and the other chunks do not change that', async () => {
  const [file] = FAULTY_FILES;
  const { text } = faultyCase(file!, 'read', 60, 31);
  const [first, second, third] = await pipeline.cut('chunk.txt', text, [82 * 20, 82 * 40]);
  await pipeline.run([first!]);
  pipeline.cloud = {
    ...cloud,
    readObject: (ref, range) =>
      ref.bucket === Pipeline.SILENT
        ? Promise.reject(new RangeError('Array buffer allocation failed'))
        : cloud.readObject(ref, range),
  };
  await pipeline.run([second!]);
  expect(outcomes(await pipeline.run([second!], { isRedelivery: true }))).toEqual(['defect']);
  pipeline.cloud = cloud;
  expect(outcomes(await pipeline.run([third!], { isRedelivery: true }))).toEqual(['part']);
  expect(await pipeline.drain()).toEqual([]);
  expect(await pipeline.report('chunk.txt')).toMatchObject({
    status: 'failed',
    reason: 'bytes 1640 to 3280: internal error (RangeError: Array buffer allocation failed)',
    internalErrors: 1,
  });
});
