import type { Reporter } from './reporter.ts';

/** One JSON object a line: `progress` each second, `note` of flags without effect, `file` with the report of each file, `summary` at the end. */
export function jsonReporter(stream: NodeJS.WritableStream): Reporter {
  const write = (event: string, content: object) =>
    void stream.write(`${JSON.stringify({ event, ...content })}\n`);
  return {
    interval: 1000,
    progress: (progress) => write('progress', progress),
    file: (report) => write('file', report),
    note: (text, file) => write('note', { text, file }),
    summary({ tally, ...summary }) {
      const { problems: _, lines: __, statistics: ___, ...counts } = tally;
      write('summary', { ...summary, ...counts });
    },
    close() {},
  };
}
