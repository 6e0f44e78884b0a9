import { expect, test } from 'vitest';
import { compareSequencers, jobId } from '../../../lambda/invocation/upload.ts';

test('sequencers are compared as if the shorter one were padded with zeros', () => {
  expect(compareSequencers('0055AED6DCD90281E5', '0055AED6DCD90281E6')).toBeLessThan(0);
  expect(compareSequencers('0055AED6DCD90281E6', '0055AED6DCD90281E5')).toBeGreaterThan(0);
  expect(compareSequencers('00A1', '00A100')).toBe(0);
  expect(compareSequencers('00A1', '00A1F')).toBeLessThan(0);
  expect(compareSequencers('00a1', '00A1')).toBe(0);
});

test('an object of unknown origin is older than any upload', () => {
  expect(compareSequencers('', '0055')).toBeLessThan(0);
});

test('the job is the same for each delivery of an event, and different for each upload', () => {
  const upload = { bucket: 'b', key: 'k', etag: 'e', bytes: 1, sequencer: '1' };
  expect(jobId(upload)).toBe(jobId({ ...upload }));
  expect(jobId(upload)).toMatch(/^[0-9a-f]{32}-[0-9]+$/);
  expect(jobId({ ...upload, sequencer: '2' })).not.toBe(jobId(upload));
});
