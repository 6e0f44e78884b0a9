"""Writes Parquet files with puzzles among columns of all types, and compares results with them, by pyarrow and DuckDB.

files.py write FOLDER SEED   writes files
files.py compare FOLDER      compares NAME.parquet with NAME.solved.parquet, and reads all other results; prints what differs
"""
import datetime
import decimal
import glob
import math
import os
import random
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
CODECS = ['snappy', 'gzip', 'zstd', 'brotli', 'lz4', 'none']


def or_null(make, share=0.2):
    return lambda: None if random.random() < share else make()


def listed(make, most=4):
    return or_null(lambda: [make() for _ in range(random.choice([0, 1, 2, most]))])


word = or_null(lambda: random.choice(['a', '', 'tag,"q"', 'x\ny', '~AAAA', 'é', 'z' * 30, '\0']))
integer = or_null(lambda: random.choice([0, 9, 12, -1]))
number = or_null(lambda: random.choice([0.0, -0.0, 1.5, math.nan, math.inf, random.random()]))
flag = or_null(lambda: random.random() < 0.5)
money = or_null(lambda: decimal.Decimal(random.randrange(-(10**9), 10**9)) / 1000)
moment = or_null(lambda: datetime.datetime(2020, 1, 1) + datetime.timedelta(microseconds=random.randrange(10**12)))

COLUMNS = {
    'tags': (pa.list_(pa.string()), listed(word)),
    'embedding': (pa.list_(pa.float32()), listed(number, 40)),
    'doubles': (pa.large_list(pa.float64()), listed(number, 10)),
    'vector': (pa.list_(pa.float32(), 8), lambda: [random.random() for _ in range(8)]),
    'longs': (pa.list_(pa.int64()), listed(or_null(lambda: random.choice([0, 12, -1, 2**62 + 1, 9])), 3)),
    'pairs': (pa.list_(pa.list_(pa.int32())), listed(listed(integer, 3), 3)),
    'deep': (pa.list_(pa.list_(pa.list_(pa.string()))), listed(listed(listed(word)))),
    'flags': (pa.list_(pa.bool_()), listed(flag, 20)),
    'moneys': (pa.list_(pa.decimal128(20, 3)), listed(money)),
    'moments': (pa.list_(pa.timestamp('us')), listed(moment)),
    'meta': (
        pa.struct([('a', pa.int32()), ('b', pa.struct([('c', pa.bool_()), ('d', pa.list_(pa.float64()))]))]),
        or_null(lambda: {'a': integer(), 'b': or_null(lambda: {'c': flag(), 'd': listed(number)()})()}),
    ),
    'scores': (pa.map_(pa.string(), pa.int32()), or_null(lambda: [(str(i), integer()) for i in range(random.randrange(4))])),
    'messages': (
        pa.list_(pa.struct([('role', pa.string()), ('content', pa.string()), ('tokens', pa.list_(pa.int16()))])),
        listed(or_null(lambda: {'role': word(), 'content': 'c' * random.randrange(300), 'tokens': listed(integer)()})),
    ),
    'bytes': (pa.binary(), or_null(lambda: random.randbytes(random.randrange(40)))),
    'fixed': (pa.binary(7), or_null(lambda: random.randbytes(7))),
    'half': (pa.float16(), or_null(lambda: 0.5)),
    'float': (pa.float32(), number),
    'day': (pa.date32(), or_null(lambda: datetime.date(2020, 1, random.randrange(1, 29)))),
    'unsigned': (pa.uint64(), or_null(lambda: random.choice([0, 2**64 - 1, 2**63]))),
    'money': (pa.decimal128(30, 3), money),
    'colour': (pa.dictionary(pa.int32(), pa.string()), word),
    'id': (pa.int64(), lambda: random.randrange(10**6)),
}

digits = lambda grid: [int(cell) if cell != '.' else 0 for cell in grid]
PUZZLES = {
    'text': (pa.string(), lambda grid: grid),
    'list': (pa.list_(pa.int64()), digits),
    'nulls': (pa.list_(pa.int32()), lambda grid: [digit or None for digit in digits(grid)]),
    'fixed-list': (pa.list_(pa.int8(), 81), digits),
    'rows': (pa.list_(pa.list_(pa.int32())), lambda grid: [digits(grid[r : r + 9]) for r in range(0, 81, 9)]),
    'large': (pa.large_string(), lambda grid: grid),
}


def renamed():
    order = random.sample('123456789', 9)
    return ''.join(cell if cell == '.' else order[int(cell) - 1] for cell in PUZZLE)


def write(folder):
    for shape, (kind, store) in PUZZLES.items():
        for version in ['1.0', '2.0']:
            rows = random.choice([1, 7, 500, 2000])
            names = random.sample(list(COLUMNS), random.randrange(3, len(COLUMNS)))
            columns = [(name, pa.array([COLUMNS[name][1]() for _ in range(rows)], COLUMNS[name][0])) for name in names]
            puzzles = [None if shape != 'fixed-list' and random.random() < 0.02 else store(renamed()) for _ in range(rows)]
            columns.insert(random.randrange(len(names) + 1), ('puzzle', pa.array(puzzles, kind)))
            pq.write_table(
                pa.table([values for _, values in columns], [name for name, _ in columns]),
                f'{folder}/{shape}-{version[0]}.parquet',
                compression=random.choice(CODECS),
                data_page_version=version,
                use_dictionary=random.random() < 0.6,
                row_group_size=random.choice([rows, max(1, rows // 3), 64]),
                data_page_size=random.choice([100, 2000, 1 << 20]),
                store_schema=random.random() < 0.8,
            )


def plain(value):
    """The same value in a form that can be compared: NaN is equal to itself, and -0 differs from 0."""
    if isinstance(value, float):
        return 'NaN' if math.isnan(value) else (value, math.copysign(1, value))
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return {name: plain(one) for name, one in value.items()} if isinstance(value, dict) else value


def text_of(grid):
    if grid is None or isinstance(grid, str):
        return grid
    return ''.join(text_of(cell) if isinstance(cell, list) else '.' if not cell else str(cell) for cell in grid)


def solution_of(puzzle):
    names = {SOLUTION[i]: cell for i, cell in enumerate(puzzle) if cell != '.'}
    return ''.join(names[digit] for digit in SOLUTION)


def faults(path):
    """What differs between a file and its result."""
    before, after = (pq.ParquetFile(one).read() for one in (path, path.replace('.parquet', '.solved.parquet')))
    for name in before.column_names:
        if before.schema.field(name).type != after.schema.field(name).type and name not in LOGICAL:
            yield f'{name}: {before.schema.field(name).type} became {after.schema.field(name).type}'
        pairs = zip(before.column(name).to_pylist(), after.column(name).to_pylist(), strict=True)
        for row, (a, b) in enumerate(pairs):
            if plain(a) != plain(b):
                yield f'{name}, row {row}: {a!r} became {b!r}'
                break
    puzzles, solutions = before.column('puzzle').to_pylist(), after.column('solution').to_pylist()
    for row, (puzzle, solution) in enumerate(zip(puzzles, solutions, strict=True)):
        expected = None if puzzle is None else solution_of(text_of(puzzle))
        if expected is not None and text_of(solution) != expected:
            yield f'row {row}: {puzzle!r} has the solution {solution!r}'
            break


# types that only Arrow's own metadata says, which results do not have
LOGICAL = {'doubles', 'vector', 'colour', 'puzzle'}


def rows_in(path):
    return plain(duckdb.sql(f"select * from '{path}'").fetchall())


def compare(folder):
    for path in sorted(glob.glob(f'{folder}/*.parquet')):
        name = os.path.basename(path)
        try:
            # both read all of it
            count = pq.ParquetFile(path).read().num_rows
            if len(rows_in(path)) != count:
                print(f'{name}: pyarrow reads {count} rows, DuckDB others')
            if name.count('.') > 1:
                continue  # a result
            for fault in faults(path):
                print(f'{name}: {fault}')
        except Exception as error:
            print(f'{name}: {type(error).__name__}: {error}')


if __name__ == '__main__':
    command, folder = sys.argv[1:3]
    if command == 'write':
        random.seed(int(sys.argv[3]))
        write(folder)
    else:
        compare(folder)
