import type { AnyReport } from '../../core/files/index.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';

/** A page of reports that is to be written. */
export interface Page {
  /** Does nothing more if the reader of a pipe has gone. @throws FailureError if it cannot be written */
  write(reports: readonly AnyReport[]): Promise<void>;
  /** Leaves no trace of a page that was not written. */
  discard(): void;
}

/**
 * Opens a page before the work that it is about, so that a path that cannot be written costs nobody that work.
 * @param path `-` for standard output
 * @throws UsageError if it cannot be opened
 */
export async function openPage(path: string, folder?: string): Promise<Page> {
  const output = await openOutput(path, folder);
  return {
    async write(reports) {
      const { renderPage } = await import('../../core/report/render-page.ts');
      try {
        await output.write(Buffer.from(renderPage(reports)));
        await output.commit();
      } catch (error) {
        if (!(error instanceof ReaderGone)) throw error;
      }
    },
    discard: () => output.discard(),
  };
}
