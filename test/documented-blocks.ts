// The fenced blocks of the documents, for the tests that run what is in them.
import { readFileSync } from 'node:fs';

export interface FencedBlock {
  /** As the fence names it: `sh` for commands, `console` for transcripts, nothing for puzzles. */
  readonly language: string;
  readonly content: string;
  /** The text between the block before and this one. */
  readonly before: string;
}

/** The blocks of a document, by its path from the root of the repository. */
export function fencedBlocksIn(path: string): FencedBlock[] {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  let end = 0;
  return Array.from(
    text.matchAll(/^```(\w*)\n(.*?)^```$/gms),
    ({ 0: block, 1: language, 2: content, index }) => {
      const before = text.slice(end, index).trim();
      end = index + block.length;
      return { language: language!, content: content!, before };
    },
  );
}

/** A command of a transcript and what it prints. */
export interface TranscriptStep {
  readonly command: string;
  readonly output: string;
}

/** The commands of a transcript, in their order. */
export function stepsOf(transcript: string): TranscriptStep[] {
  return transcript
    .split(/^\$ /m)
    .filter(Boolean)
    .map((step) => {
      const end = step.indexOf('\n');
      return { command: step.slice(0, end), output: step.slice(end + 1) };
    });
}
