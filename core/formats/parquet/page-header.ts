// The headers of pages: https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift

import type { ThriftReader } from './thrift.ts';

export const PageType = { data: 0, index: 1, dictionary: 2, data2: 3 } as const;

export interface PageHeader {
  type: number;
  content: number;
  stored: number;
  values: number;
  nulls: number;
  rows: number;
  encoding: number;
  definitionBytes: number;
  repetitionBytes: number;
  isCompressed: boolean;
}

/** @throws ThriftFault */
export function readHeader(thrift: ThriftReader): PageHeader {
  const header: PageHeader = {
    type: -1,
    content: -1,
    stored: -1,
    values: 0,
    nulls: 0,
    rows: 0,
    encoding: -1,
    definitionBytes: 0,
    repetitionBytes: 0,
    isCompressed: true,
  };
  const of = (fields: Readonly<Record<number, (type: number) => void>>) =>
    thrift.struct((id, type) => (fields[id] ? fields[id](type) : thrift.skip(type)));
  thrift.struct((id, type) => {
    if (id === 1) header.type = thrift.int();
    else if (id === 2) header.content = thrift.int();
    else if (id === 3) header.stored = thrift.int();
    else if (id === 5 || id === 7) {
      of({
        1: () => (header.values = thrift.int()),
        2: () => (header.encoding = thrift.int()),
      });
    } else if (id === 8) {
      of({
        1: () => (header.values = thrift.int()),
        2: () => (header.nulls = thrift.int()),
        3: () => (header.rows = thrift.int()),
        4: () => (header.encoding = thrift.int()),
        5: () => (header.definitionBytes = thrift.int()),
        6: () => (header.repetitionBytes = thrift.int()),
        7: (flag) => (header.isCompressed = flag === 1),
      });
    } else thrift.skip(type);
  });
  return header;
}
