import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import { chunkKey } from '../../../lambda/chunks/chunk-result.ts';
import { openJob } from '../../../lambda/chunks/manifest.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { writeMessage } from '../../../lambda/invocation/message.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { jobId, jobPrefix } from '../../../lambda/invocation/upload.ts';

// Queues and work buckets contain messages and objects from before a deployment. If a test fails because their shape has
// changed, raise STORED_VERSION and update the expected values.

const upload = { bucket: 'b', key: 'k.csv', etag: 'e', bytes: 1000, sequencer: '01' };

test('the stored version is unchanged', () => {
  expect(STORED_VERSION).toBe(6);
});

test('the key of a chunk result has its counts in their order', () => {
  const tally = {
    puzzles: 1,
    solved: 2,
    noSolution: 3,
    notUnique: 4,
    invalid: 5,
    unsolved: 6,
    unsupported: 7,
    disagreements: 8,
    guesses: 9,
    solutions: 10,
    lines: 11,
    sizes: { '9x9 x': 12, '16x16': 13 },
    problems: [],
    statistics: { sizes: {}, hardest: [] },
  };
  const range = { from: 13, to: 1400 };
  const result = { range, bytes: 15, detailBytes: 16, milliseconds: 17, memory: 18, tally };
  expect(chunkKey('job', result)).toBe(
    'job/ranges/000000000000013-000000000001400/f-g-h-i-1-2-3-4-5-6-7-8-9-a-b/9x9!20x_c.16x16_d',
  );
});

test('a message has the plan of a table', () => {
  const head = Buffer.from('id,puzzle\n1,1...............\n');
  const plan = planFile({ head, complete: true, name: 'k.csv', given: [] });
  const message = { kind: 'chunk', upload, plan, range: { from: 0, to: 1000 }, hop: 1 } as const;
  expect(JSON.parse(writeMessage(message))).toMatchInlineSnapshot(`
    {
      "hop": 1,
      "kind": "chunk",
      "plan": {
        "compression": "none",
        "format": "csv",
        "options": {
          "canonical": false,
          "explain": false,
          "grade": false,
          "limit": 1000,
          "minimal": false,
          "output": "same",
          "solutions": "first",
          "variant": "classic",
        },
        "splittable": true,
        "state": {
          "alphabets": {
            "4": "1234",
          },
          "columns": 2,
          "count": -1,
          "delimiter": 44,
          "empties": {
            "4": "0.*_-xX?",
          },
          "header": true,
          "id": 0,
          "multiline": false,
          "place": "puzzle",
          "puzzle": 1,
          "solution": -1,
          "status": -1,
        },
      },
      "range": {
        "from": 0,
        "to": 1000,
      },
      "upload": {
        "bucket": "b",
        "bytes": 1000,
        "etag": "e",
        "key": "k.csv",
        "sequencer": "01",
      },
      "version": 6,
    }
  `);
});

test('the plans of all splittable formats are unchanged', () => {
  const examples = ['lines-with-comments.txt', 'thousand.txt', 'objects.jsonl', 'semicolons.csv'];
  const states = examples.map((name) => {
    const head = readFileSync(new URL(`../../../examples/${name}`, import.meta.url)).subarray(0, 4096);
    const { format, state } = planFile({ head, complete: false, name, given: [] });
    return { format, state };
  });
  expect(states).toMatchInlineSnapshot(`
    [
      {
        "format": "lines",
        "state": {
          "alphabets": {
            "9": "123456789",
          },
          "empties": {
            "9": "0.*_-xX?",
          },
          "signs": "_",
          "size": 9,
          "solved": false,
        },
      },
      {
        "format": "lines",
        "state": {
          "alphabets": {
            "9": "123456789",
          },
          "empties": {
            "9": "0.*_-xX?",
          },
          "signs": "",
          "size": 9,
          "solved": false,
        },
      },
      {
        "format": "json",
        "state": {
          "alphabets": {
            "9": "123456789",
          },
          "empties": {
            "9": "0.*_-xX?",
          },
          "identified": true,
          "layout": "lines",
          "places": [
            "sudoku",
          ],
          "start": 0,
        },
      },
      {
        "format": "csv",
        "state": {
          "alphabets": {
            "9": "123456789",
          },
          "columns": 4,
          "count": -1,
          "delimiter": 59,
          "empties": {
            "9": "0.*_-xX?",
          },
          "header": true,
          "multiline": false,
          "place": "question",
          "puzzle": 1,
          "rating": 3,
          "solution": 2,
          "status": -1,
        },
      },
    ]
  `);
});

test('messages of the other kinds are unchanged', () => {
  expect(JSON.parse(writeMessage({ kind: 'file', upload }))).toEqual({ version: 6, kind: 'file', upload });
  const assemble = { kind: 'assemble', upload, hop: 1 } as const;
  expect(JSON.parse(writeMessage(assemble))).toEqual({ version: 6, ...assemble });
});

test('the folder of a job can be found by every version', () => {
  expect(jobId(upload)).toBe(`${jobPrefix(upload)}-6`);
  expect(jobPrefix(upload)).toBe('1d147c182aa3601abc7c25e6a845aad4');
});

test('a manifest is unchanged', async () => {
  const head = Buffer.from('1...............\n');
  const plan = planFile({ head, complete: true, name: 'k.txt', given: [] });
  let written = '';
  const cloud = {
    putObject: async (_target: unknown, body: Uint8Array) => {
      written = Buffer.from(body).toString();
      return 'etag';
    },
  };
  const meter = { earlier: { invocations: 0 } };
  const context = { cloud, meter, settings: { workBucket: 'w' } } as unknown as UploadContext;
  const facts = { etag: 'e', bytes: 1000, contentType: 'text/plain', metadata: {}, modified: 0 };
  await openJob(context, upload, facts, plan, 7);
  const { plan: _, ...manifest } = JSON.parse(written) as Record<string, unknown>;
  expect(manifest).toEqual({
    version: 6,
    upload,
    contentType: 'text/plain',
    begun: 7,
    opener: expect.any(String),
    sent: false,
  });
});
