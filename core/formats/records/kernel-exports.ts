/** Exports of assembly/index.ts, described there; globals are byte addresses in `memory` or as said there. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly BUFFER: WebAssembly.Global;
  readonly CELLS: WebAssembly.Global;
  readonly FILE_CELLS: WebAssembly.Global;
  readonly SOLUTIONS: WebAssembly.Global;
  readonly SLOTS: WebAssembly.Global;
  readonly STARTS: WebAssembly.Global;
  readonly LINES: WebAssembly.Global;
  readonly CONTENTS: WebAssembly.Global;
  readonly VERDICTS: WebAssembly.Global;
  readonly STATUSES: WebAssembly.Global;
  readonly OUTPUT: WebAssembly.Global;
  readonly MAX_BYTES: WebAssembly.Global;
  readonly MAX_RECORDS: WebAssembly.Global;
  readonly STRIDE: WebAssembly.Global;
  readonly TEXT: WebAssembly.Global;
  readonly TEXT_ENDS: WebAssembly.Global;
  readonly VALUE_KINDS: WebAssembly.Global;
  readonly SOLUTION_TEXT: WebAssembly.Global;
  readonly STATUS_TEXT: WebAssembly.Global;
  readonly stoppedAt: WebAssembly.Global;
  readonly outputLength: WebAssembly.Global;
  readonly writtenTo: WebAssembly.Global;
  readonly setColumns: (
    delimiter: number,
    columns: number,
    puzzle: number,
    solution: number,
    status: number,
    count: number,
  ) => void;
  readonly readRows: (
    at: number,
    end: number,
    cells: number,
    size: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ) => number;
  readonly compareSolutions: (count: number, cells: number) => number;
  readonly writeRows: (
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
    solved: bigint,
    solvedLength: number,
  ) => number;
  readonly objectsStoppedAt: WebAssembly.Global;
  readonly objectsLength: WebAssembly.Global;
  readonly objectsWrittenTo: WebAssembly.Global;
  readonly setLook: (
    number: number,
    values: number,
    keyStart: number,
    keyEnd: number,
    solutionLength: number,
    statusLength: number,
  ) => void;
  readonly readObjects: KernelExports['readRows'];
  readonly writeObjects: (
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ) => number;
}
