// A puzzle as people paste it. Each sample writes a grid of values, 0 for an empty cell, so that a sample of the solution is
// the result that is expected.

type Rows = readonly (readonly number[])[];
/** Writes a grid as text. */
export type Sample = (rows: Rows) => string;

/** Writes an empty cell as this text. */
const or =
  (empty: string | number) =>
  (value: number): string =>
    String(value || empty);
const zero = or(0);
const dot = or('.');

const lines = (rows: Rows, line: (row: readonly number[], number: number) => string) =>
  rows.map((row, number) => line(row, number)).join('\n');
const cells = (row: readonly number[], cell: (value: number) => string, between = ' ') =>
  row.map(cell).join(between);
const packed = (row: readonly number[]) => cells(row, dot, '');
/** Three cells a box. */
const boxed = (row: readonly number[], cell: (value: number) => string, between: string, bar: string) =>
  [0, 3, 6].map((at) => cells(row.slice(at, at + 3), cell, between)).join(bar);
/** The same line between the bands. */
const banded = (rows: Rows, rule: string, line: (row: readonly number[], number: number) => string) =>
  rows.map((row, i) => (i > 0 && i % 3 === 0 ? `${rule}\n` : '') + line(row, i)).join('\n');
const nested = (
  rows: Rows,
  cell: (value: number) => string,
  [open, close]: string,
  indent = '',
  between = ', ',
) => lines(rows, (row) => `${indent}${open}${cells(row, cell, between)}${close},`);
const quote = (text: string, mark = '> ') => text.replace(/^/gm, mark);
const numpy = (rows: Rows, cell: (value: number) => string, before: string) =>
  `${before}[[${rows.map((row) => cells(row, cell)).join(`]\n ${' '.repeat(before.length)}[`)}]]`;
const array = (rows: Rows, cell: (value: number) => string, before: string, after = ')') =>
  `${before}[[${rows.map((row) => cells(row, cell, ', ')).join(`],\n ${' '.repeat(before.length)}[`)}]]${after}`;
const letters = 'ABCDEFGHI';
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const single = rowsToOne;
function rowsToOne(rows: Rows): string {
  return rows.map(packed).join('');
}
const power = (value: number) => value.toExponential(18).replace(/e\+(\d)$/, 'e+0$1');

/** Samples by their kind. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  Python: {
    'a list of lists with None': (rows) => `puzzle = [\n${nested(rows, or('None'), '[]', '    ')}\n]\n`,
    'a list of lists with zeros': (rows) => `board = [\n${nested(rows, zero, '[]', '    ')}\n]\n`,
    'a list on the line of its name': (rows) =>
      `grid = [${lines(rows, (row) => `[${cells(row, zero, ',')}],`)}]\n`,
    'a list on a single line': (rows) => `b=[${rows.map((row) => `[${cells(row, zero, ',')}]`).join(',')}]\n`,
    'a list with comments': (rows) =>
      `grid = [\n${lines(rows, (row, i) => `    [${cells(row, zero, ', ')}],  # row ${i + 1}`)}\n]\n`,
    'a list with comments between the bands': (rows) =>
      `grid = [\n${banded(rows, '    # ---', (row) => `    [${cells(row, zero, ', ')}],`)}\n]\n`,
    'a list with wide gaps between the boxes': (rows) =>
      `grid = [\n${banded(rows, '', (row) => `  [${boxed(row, zero, ',', ',  ')}],`)}\n]\n`,
    'a list of strings in single quotes': (rows) =>
      `rows = [\n${lines(rows, (row) => `    '${packed(row)}',`)}\n]\n`,
    'a list of strings on one line': (rows) =>
      `rows = [${rows.map((row) => `'${packed(row)}'`).join(', ')}]\n`,
    'a list of lists of characters': (rows) =>
      `board = [${rows.map((row) => `[${cells(row, (v) => `"${v || '.'}"`, ',')}]`).join('\n        ,')}]\n`,
    'characters in single quotes': (rows) =>
      `board = [\n${nested(rows, (v) => `'${v || '.'}'`, '[]', '  ')}\n]\n`,
    'empty strings': (rows) => `board = [\n${nested(rows, (v) => (v ? `'${v}'` : "''"), '[]', '  ')}\n]\n`,
    'blank strings': (rows) => `board = [\n${nested(rows, (v) => `'${v || ' '}'`, '[]', '  ')}\n]\n`,
    'a string with a name': (rows) => `puzzle = '${single(rows)}'\n`,
    'a string in double quotes after a call': (rows) => `print(solve("${single(rows)}"))\n`,
    'a text in three quotes': (rows) => `grid = """\n${lines(rows, packed)}\n"""\n`,
    'a text in three quotes that begins at once': (rows) => `grid = '''${lines(rows, packed)}'''\n`,
    'joined strings': (rows) => `s = (${lines(rows, (row) => `"${packed(row)}"`)})\n`,
    'joined strings with backslashes': (rows) => `s = ${lines(rows, (row) => `'${packed(row)}' \\`)}\n`,
    tuples: (rows) => `grid = (\n${nested(rows, zero, '()', '    ')}\n)\n`,
    'a prompt': (rows) =>
      `>>> grid = [${rows.map((row) => `[${cells(row, zero, ', ')}]`).join(', ')}]\n>>> solve(grid)\n`,
    'a flat list': (rows) => `p = [${rows.flat().join(', ')}]\n`,
    'a flat list of several lines': (rows) => `p = [${lines(rows, (row) => `${cells(row, zero, ',')},`)}]\n`,
    'a program around it': (rows) =>
      `import sys\n\ndef solve(bo):\n    for i in range(9):\n        for j in range(0, 9):\n            if bo[i][j] == 0:\n                return (i, j)\n    return None\n\nboard = [\n${nested(rows, zero, '[]', '    ')}\n]\n\nprint(board[0][1])\nnumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n`,
    'digits before it': (rows) =>
      `digits = [1,2,3,4,5,6,7,8,9]\ngrid = [\n${nested(rows, zero, '[]', ' ')}\n]\n`,
    'underscores for zero': (rows) => `_ = 0\ngrid = [\n${nested(rows, or('_'), '[]', '  ')}\n]\n`,
    'numbers of NumPy 2': (rows) =>
      `[${rows.map((row) => `[${cells(row, (v) => `np.int64(${v})`, ', ')}]`).join(', ')}]\n`,
    'a dictionary of rows': (rows) =>
      `d = {\n${lines(rows, (row, i) => `  '${letters[i]}': [${cells(row, zero, ', ')}],`)}\n}\n`,
    'a variable for each row': (rows) =>
      `${lines(rows, (row, i) => `row${i + 1} = [${cells(row, zero, ', ')}]`)}\n`,
    'a list that is wrapped': (rows) =>
      `g = [\n${lines(rows, (row) => ` [${cells(row.slice(0, 5), zero, ', ')},\n  ${cells(row.slice(5), zero, ', ')}],`)}\n]\n`,
    'a quiz in a tuple with its name': (rows) => `puzzles = [\n  ("easy", "${single(rows)}"),\n]\n`,
  },
  'C, Java, JavaScript and others': {
    'an array of C': (rows) => `int grid[9][9] = {\n${nested(rows, zero, '{}', '    ')}\n};\n`,
    'an array of C without spaces': (rows) =>
      `int g[9][9]={${rows.map((row) => `{${cells(row, zero, ',')}}`).join(',\n')}};\n`,
    'an array of C with comments': (rows) =>
      `/* easy */\nstatic const uint8_t grid[N][N] = {\n${lines(rows, (row, i) => `\t{ ${cells(row, zero, ', ')} }, /* ${i} */`)}\n};\n`,
    'a flat array of C': (rows) =>
      `char p[81] = {\n${lines(rows, (row) => `  ${cells(row, zero, ',')},`)}\n};\n`,
    'an array of characters': (rows) =>
      `char board[9][9] = {\n${nested(rows, (v) => `'${v || '.'}'`, '{}', '  ')}\n};\n`,
    'strings of C': (rows) => `const char *grid[] = {\n${lines(rows, (row) => `  "${packed(row)}",`)}\n};\n`,
    'one string of C': (rows) => `const char *p =\n${lines(rows, (row) => `    "${packed(row)}"`)};\n`,
    'a string of C with line feeds': (rows) =>
      `char *p =\n${lines(rows, (row) => `    "${packed(row)}\\n"`)};\n`,
    'one string with line feeds': (rows) => `String p = "${rows.map(packed).join('\\n')}";\n`,
    'braces that stand alone': (rows) =>
      `int g[9][9] = {\n${lines(rows, (row) => `{\n${cells(row, zero, ',')}\n},`)}\n};\n`,
    'a vector of C++': (rows) =>
      `vector<vector<char>> board = {\n${nested(rows, (v) => `'${v || '.'}'`, '{}', '    ')}\n};\n`,
    'a vector on one line': (rows) =>
      `vector<vector<int>> b{${rows.map((row) => `{${cells(row, zero, ',')}}`).join(',')}};\n`,
    'an array of Java': (rows) =>
      `int[][] grid = new int[][] {\n${nested(rows, zero, '{}', '        ')}\n};\n`,
    'rows of Java': (rows) =>
      `int[][] g = {\n${lines(rows, (row) => `  new int[] {${cells(row, zero, ', ')}},`)}\n};\n`,
    'strings of Java that are added': (rows) =>
      `String s =\n${lines(rows, (row) => `    + "${packed(row)}"`)};\n`,
    'lists of Java': (rows) =>
      `var g = List.of(\n${lines(rows, (row) => `  List.of(${cells(row, zero, ', ')}),`)}\n);\n`,
    'a text block of Java': (rows) =>
      `String s = """\n${lines(rows, (row) => `    ${packed(row)}`)}\n    """;\n`,
    'an array of C#': (rows) => `int[,] grid = new int[9, 9] {\n${nested(rows, zero, '{}', '    ')}\n};\n`,
    'nullable numbers of C#': (rows) => `int?[][] g = [\n${nested(rows, or('null'), '[]', '  ')}\n];\n`,
    'an array of JavaScript': (rows) => `const grid = [\n${nested(rows, zero, '[]', '  ')}\n];\n`,
    'an array with null': (rows) => `let board = [\n${nested(rows, or('null'), '[]', '  ')}\n]\n`,
    'an array with undefined': (rows) => `var b = [\n${nested(rows, or('undefined'), '[]', '  ')}\n];\n`,
    'an exported array of TypeScript': (rows) =>
      `export const puzzle: number[][] = [\n${nested(rows, zero, '[]', '  ')}\n] as const;\n`,
    'an array with comments of JavaScript': (rows) =>
      `// Easy puzzle 1\nconst grid = [\n${lines(rows, (row, i) => `  [${cells(row, zero, ', ')}], // ${i + 1}`)}\n];\n`,
    'a template': (rows) => `const p = \`\n${lines(rows, packed)}\n\`;\n`,
    'a template that begins at once': (rows) => `const p = \`${lines(rows, packed)}\`;\n`,
    'a string of JavaScript': (rows) => `const puzzle = '${single(rows)}';\n`,
    'an array of strings': (rows) => `const puzzles = [\n  '${single(rows)}',\n  '${single(rows)}',\n];\n`,
    'an object with a member': (rows) =>
      `const game = {\n  level: 3,\n  grid: [\n${nested(rows, zero, '[]', '    ')}\n  ],\n};\n`,
    'JSON with a name in front': (rows) =>
      `sudoku: [${rows.map((row) => `[${cells(row, zero, ',')}]`).join(',')}]\n`,
    'JSON with a comma at the end': (rows) => `[\n${nested(rows, zero, '[]', '  ')}\n]\n`,
    'a vector of Rust': (rows) =>
      `let g = vec![\n${lines(rows, (row) => `    vec![${cells(row, zero, ', ')}],`)}\n];\n`,
    'options of Rust': (rows) =>
      `let g = [\n${nested(rows, (v) => (v ? `Some(${v})` : 'None'), '[]', '  ')}\n];\n`,
    'an array of Go': (rows) => `grid := [9][9]int{\n${nested(rows, zero, '{}', '\t')}\n}\n`,
    'arrays of PHP': (rows) =>
      `$grid = array(\n${lines(rows, (row) => `  array(${cells(row, zero, ', ')}),`)}\n);\n`,
    'an array of Ruby with nil': (rows) => `grid = [\n${nested(rows, or('nil'), '[]', '  ')}\n]\n`,
    'a list of Haskell': (rows) =>
      `grid = [${rows.map((row) => `[${cells(row, zero, ',')}]`).join('\n       ,')}]\n`,
    'a list of Lisp': (rows) => `(defvar *grid* '(\n${lines(rows, (row) => `  (${cells(row, zero)})`)}))\n`,
    'a list of Prolog': (rows) =>
      `problem(1, [\n${lines(rows, (row) => ` [${cells(row, or('_'), ',')}],`)}\n]).\n`,
    'a matrix of MATLAB': (rows) => `A = [\n${lines(rows, (row) => `  ${cells(row, zero)};`)}\n];\n`,
    'a matrix of R': (rows) =>
      `m <- matrix(c(\n${lines(rows, (row) => `  ${cells(row, or('NA'), ', ')},`)}\n), nrow = 9, byrow = TRUE)\n`,
    'rows of R': (rows) => `m <- rbind(\n${lines(rows, (row) => `  c(${cells(row, or('NA'), ', ')}),`)}\n)\n`,
    'brackets around packed rows': (rows) => `A = [${rows.map((row) => `[${packed(row)}]`).join(', ')}]\n`,
    YAML: (rows) => `puzzle:\n${lines(rows, (row) => `  - [${cells(row, zero, ', ')}]`)}\n`,
    'YAML in strings': (rows) => `grid:\n${lines(rows, (row) => `  - "${packed(row)}"`)}\n`,
  },
  'NumPy, pandas, torch and R': {
    'an array of integers': (rows) => `${numpy(rows, zero, '')}\n`,
    'an array of integers after its name': (rows) => `${numpy(rows, zero, 'grid = ')}\n`,
    'repr of an array': (rows) => `${array(rows, zero, 'array(')}\n`,
    'repr of an array with its type': (rows) => `${array(rows, zero, 'array(', ', dtype=int8)')}\n`,
    'np.array': (rows) => `${array(rows, zero, 'x = np.array(')}\n`,
    'an array of floats': (rows) => `${numpy(rows, (v) => `${v}.`, '')}\n`,
    'an array of floats with nan': (rows) =>
      `${numpy(rows, (v) => (v ? ` ${v}.` : rows.flat().includes(0) ? 'nan' : ''), '')}\n`,
    'repr of floats': (rows) => `${array(rows, (v) => `${v}.`, 'array(')}\n`,
    'an array of objects': (rows) => `${numpy(rows, or('None'), '')}\n`,
    'an array of texts': (rows) => `${numpy(rows, (v) => `'${v || '.'}'`, '')}\n`,
    'an array of empty texts': (rows) => `${numpy(rows, (v) => (v ? `'${v}'` : "''"), '')}\n`,
    'a tensor': (rows) => `${array(rows, zero, 'tensor(')}\n`,
    'a tensor on a device': (rows) => `${array(rows, zero, 'tensor(', ", device='cuda:0')")}\n`,
    'a tensor of floats': (rows) => `${array(rows, (v) => `${v}.`, 'tensor(')}\n`,
    'two grids in an array': (rows) =>
      `[${numpy(rows, zero, '').replace(/\n/g, '\n ')}\n\n ${numpy(rows, zero, '').replace(/\n/g, '\n ')}]\n`,
    'a flat array that is wrapped': (rows) =>
      `array([${[0, 1, 2, 3]
        .map((i) =>
          rows
            .flat()
            .slice(i * 22, i * 22 + 22)
            .join(', '),
        )
        .join(',\n       ')}])\n`,
    savetxt: (rows) => `${lines(rows, (row) => cells(row, power))}\n`,
    'savetxt with commas': (rows) => `${lines(rows, (row) => cells(row, power, ','))}\n`,
    'a data frame': (rows) =>
      `   ${[0, 1, 2, 3, 4, 5, 6, 7, 8].join('  ')}\n${lines(rows, (row, i) => `${i}  ${cells(row, zero, '  ')}`)}\n`,
    'a data frame with points': (rows) =>
      `   ${[1, 2, 3, 4, 5, 6, 7, 8, 9].join('  ')}\n${lines(rows, (row, i) => `${i + 1}  ${cells(row, dot, '  ')}`)}\n`,
    'a data frame with letters': (rows) =>
      `   ${letters.split('').join('  ')}\n${lines(rows, (row, i) => `${i}  ${cells(row, zero, '  ')}`)}\n`,
    'a data frame with NaN': (rows) =>
      `     ${[0, 1, 2, 3, 4, 5, 6, 7, 8].join('    ')}\n${lines(rows, (row, i) => `${i}  ${cells(row, (v) => (v ? `${v}.0` : 'NaN'), '  ')}`)}\n`,
    'a data frame with NA': (rows) =>
      `      ${[0, 1, 2, 3, 4, 5, 6, 7, 8].join('     ')}\n${lines(rows, (row, i) => `${i}  ${cells(row, (v) => (v ? `   ${v}` : rows.flat().includes(0) ? '<NA>' : ''), '  ')}`)}\n`,
    'a data frame with its shape': (rows) =>
      `   ${[0, 1, 2, 3, 4, 5, 6, 7, 8].join('  ')}\n${lines(rows, (row, i) => `${i}  ${cells(row, zero, '  ')}`)}\n\n[9 rows x 9 columns]\n`,
    'a matrix of R': (rows) =>
      `      ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `[,${i}]`).join(' ')}\n${lines(rows, (row, i) => ` [${i + 1},]${cells(row, (v) => `    ${v}`, '')}`)}\n`,
    'a matrix of R with NA': (rows) =>
      `      ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `[,${i}]`).join(' ')}\n${lines(rows, (row, i) => ` [${i + 1},]${cells(row, (v) => String(v || 'NA').padStart(5), '')}`)}\n`,
    'a table with NA': (rows) => `${lines(rows, (row) => cells(row, or('NA'), ' '))}\n`,
    'a table with None': (rows) => `${lines(rows, (row) => cells(row, or('None'), ','))}\n`,
    'a table with null': (rows) => `${lines(rows, (row) => cells(row, or('null'), '\t'))}\n`,
    'a table with -1': (rows) => `m = [\n${nested(rows, or('-1'), '[]', ' ')}\n]\n`,
  },
  'mail, forums and Markdown': {
    'quoted packed rows': (rows) =>
      `Hi all,\n\nCan you solve this?\n\n${quote(lines(rows, packed))}\n\nThanks\n`,
    'quoted twice': (rows) => `${quote(lines(rows, packed), '>> ')}\n`,
    'quoted twice with spaces': (rows) => `${quote(lines(rows, packed), '> > ')}\n`,
    'quoted without a space': (rows) => `${quote(lines(rows, packed), '>')}\n`,
    'a quoted puzzle on a line': (rows) => `> try this:\n> ${single(rows)}\n`,
    'quoted rows with boxes': (rows) =>
      `${quote(banded(rows, '------+-------+------', (row) => boxed(row, dot, ' ', ' | ')))}\n`,
    'quoted rows in a frame': (rows) =>
      `${quote(`+-------+-------+-------+\n${banded(rows, '+-------+-------+-------+', (row) => `| ${boxed(row, dot, ' ', ' | ')} |`)}\n+-------+-------+-------+`)}\n`,
    'quoted rows with blank cells': (rows) =>
      `${quote(lines(rows, (row) => `|${cells(row, or(' '), '|')}|`))}\n`,
    'a quoted list': (rows) => `${quote(`grid = [\n${nested(rows, zero, '[]', '  ')}\n]`)}\n`,
    'a quoted array of NumPy': (rows) => `${quote(numpy(rows, zero, ''))}\n`,
    'tags of a forum': (rows) => `[code]\n${lines(rows, packed)}\n[/code]\n`,
    'tags on the lines of rows': (rows) => `[code]${lines(rows, packed)}[/code]\n`,
    'a tag with a name': (rows) =>
      `[quote="denis_berthier"]\n[code]\n${lines(rows, packed)}[/code][/quote]\nNice one.\n`,
    'a puzzle in tags': (rows) => `[code]${single(rows)}[/code]\n`,
    'a fence': (rows) => `Here:\n\n\`\`\`\n${lines(rows, packed)}\n\`\`\`\n`,
    'a fence with a language': (rows) =>
      `\`\`\`python\ngrid = [\n${nested(rows, zero, '[]', '    ')}\n]\n\`\`\`\n`,
    'a puzzle between backticks': (rows) => `\`${single(rows)}\`\n`,
    'rows between backticks': (rows) => `${lines(rows, (row) => `\`${packed(row)}\``)}\n`,
    'a bulleted list': (rows) => `${lines(rows, (row) => `"${packed(row)}"`)}\n`,
    'non-breaking spaces': (rows) => `${lines(rows, (row) => cells(row, dot, '\u00a0'))}\n`,
    'an indent of non-breaking spaces': (rows) =>
      `${lines(rows, (row) => `\u00a0\u00a0${cells(row, dot, '\u00a0')}`)}\n`,
    'non-breaking spaces after rows': (rows) => `${lines(rows, (row) => `${cells(row, dot)}\u00a0`)}\n`,
    'a space for the margin after rows in a frame': (rows) =>
      `%Puzzle no. 1\n+-+-+-+\n${banded(rows, '+-+-+-+', (row) => `|${boxed(row, dot, '', '|')}|\u00a0`)}\n+-+-+-+\n`,
    'double-spaced rows': (rows) => `${rows.map(packed).join('\n\n')}\n`,
    'double-spaced cells': (rows) => `${rows.map((row) => cells(row, dot)).join('\n\n')}\n`,
    'double-spaced rows of two grids': (rows) =>
      `one:\n\n${rows.map(packed).join('\n\n')}\n\ntwo:\n\n${rows.map(packed).join('\n\n')}\n`,
    'double-spaced quoted rows': (rows) => `${rows.map((row) => `> ${packed(row)}`).join('\n>\n')}\n`,
    'lines that end in CR LF': (rows) => `> ${rows.map(packed).join('\r\n> ')}\r\n`,
  },
  'labels and headings': {
    'letters before packed rows': (rows) => `${lines(rows, (row, i) => `${letters[i]} ${packed(row)}`)}\n`,
    'letters before cells': (rows) => `${lines(rows, (row, i) => `${letters[i]} ${cells(row, dot)}`)}\n`,
    'r1 to r9': (rows) => `${lines(rows, (row, i) => `r${i + 1}: ${packed(row)}`)}\n`,
    'R1 to R9 before cells': (rows) => `${lines(rows, (row, i) => `R${i + 1}  ${cells(row, dot)}`)}\n`,
    'Row 1 to Row 9': (rows) => `${lines(rows, (row, i) => `Row ${i + 1}: ${cells(row, zero)}`)}\n`,
    'numbers with points': (rows) => `${lines(rows, (row, i) => `${i + 1}. ${packed(row)}`)}\n`,
    'numbers with brackets': (rows) => `${lines(rows, (row, i) => `${i + 1}) ${cells(row, dot)}`)}\n`,
    'letters and a heading': (rows) =>
      `  1 2 3 4 5 6 7 8 9\n${lines(rows, (row, i) => `${letters[i]} ${cells(row, dot)}`)}\n`,
    'numbers and a heading of letters': (rows) =>
      `  A B C D E F G H I\n${lines(rows, (row, i) => `${i + 1} ${cells(row, dot)}`)}\n`,
    'a heading over boxes': (rows) =>
      `    1 2 3   4 5 6   7 8 9\n  +-------+-------+-------+\n${banded(rows, '  +-------+-------+-------+', (row, i) => `${letters[i]} | ${boxed(row, dot, ' ', ' | ')} |`)}\n  +-------+-------+-------+\n`,
    'a heading over packed rows': (rows) =>
      `   123 456 789\n${lines(rows, (row, i) => `${letters[i]}: ${boxed(row, dot, '', ' ')}`)}\n`,
    'labels before bars': (rows) =>
      `${lines(rows, (row, i) => `${i + 1} | ${boxed(row, dot, ' ', ' | ')}`)}\n`,
    'a heading alone': (rows) => `1 2 3 4 5 6 7 8 9\n${lines(rows, (row) => cells(row, dot))}\n`,
    'a heading of letters alone': (rows) =>
      `A B C D E F G H I\n-----------------\n${lines(rows, (row) => cells(row, dot))}\n`,
    'letters after rows': (rows) =>
      `${lines(rows, (row, i) => `${boxed(row, dot, ' ', ' | ')} | ${letters[i]}`)}\n`,
    'letters before and after rows, and headings above and below': (rows) =>
      `    1 2 3 4 5 6 7 8 9\n${lines(rows, (row, i) => `${letters[i]} | ${cells(row, dot)} | ${letters[i]}`)}\n    1 2 3 4 5 6 7 8 9\n`,
    'quoted labels': (rows) => `${quote(lines(rows, (row, i) => `${letters[i]} ${cells(row, dot)}`))}\n`,
    'two labelled grids': (rows) =>
      `Puzzle one\n${lines(rows, (row, i) => `${letters[i]} ${packed(row)}`)}\n\nPuzzle two\n${lines(rows, (row, i) => `${letters[i]} ${packed(row)}`)}\n`,
  },
  'drawings and other symbols': {
    'a light box with blank cells': (rows) =>
      `┌───┬───┬───┬───┬───┬───┬───┬───┬───┐\n${lines(rows, (row, i) => `│ ${cells(row, or(' '), ' │ ')} │${i < 8 ? '\n├───┼───┼───┼───┼───┼───┼───┼───┼───┤' : ''}`)}\n└───┴───┴───┴───┴───┴───┴───┴───┴───┘\n`,
    'a double box with blank cells': (rows) =>
      `╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n${lines(rows, (row, i) => `║ ${boxed(row, or(' '), ' │ ', ' ║ ')} ║${i === 8 ? '' : i % 3 === 2 ? '\n╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣' : '\n╟───┼───┼───╫───┼───┼───╫───┼───┼───╢'}`)}\n╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n`,
    'a heavy box with blank cells': (rows) =>
      `┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓\n${lines(rows, (row, i) => `┃ ${boxed(row, or(' '), ' │ ', ' ┃ ')} ┃${i === 8 ? '' : '\n┠───┼───┼───╂───┼───┼───╂───┼───┼───┨'}`)}\n┗━━━┷━━━┷━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛\n`,
    'a box without lines between rows': (rows) =>
      `╔═╤═╗\n${lines(rows, (row) => `║${cells(row, or(' '), '│')}║`)}\n╚═╧═╝\n`,
    'a box with points in the middle': (rows) =>
      `┌───────┬───────┬───────┐\n${banded(rows, '├───────┼───────┼───────┤', (row) => `│ ${boxed(row, or('·'), ' ', ' │ ')} │`)}\n└───────┴───────┴───────┘\n`,
    'a quoted box': (rows) =>
      `${quote(`╔═══╗\n${lines(rows, (row) => `║ ${cells(row, or(' '), ' │ ')} ║`)}\n╚═══╝`)}\n`,
    'ASCII bars with blank cells': (rows) =>
      `+---+---+\n${lines(rows, (row) => `| ${cells(row, or(' '), ' | ')} |\n+---+---+`)}\n`,
    'points in the middle': (rows) => `${lines(rows, (row) => cells(row, or('·')))}\n`,
    'packed points in the middle': (rows) => `${lines(rows, (row) => cells(row, or('·'), ''))}\n`,
    'one line of points in the middle': (rows) => `${single(rows).replaceAll('.', '·')}\n`,
    bullets: (rows) => `${lines(rows, (row) => cells(row, or('•'), ''))}\n`,
    'ballot boxes': (rows) => `${lines(rows, (row) => cells(row, or('☐')))}\n`,
    squares: (rows) => `${lines(rows, (row) => cells(row, or('□'), ''))}\n`,
    'white squares and digits': (rows) => `${lines(rows, (row) => cells(row, or('⬜'), ''))}\n`,
    keycaps: (rows) => `${lines(rows, (row) => cells(row, (v) => (v ? `${v}\ufe0f\u20e3` : '⬜'), ''))}\n`,
    'keycaps between spaces': (rows) =>
      `${lines(rows, (row) => cells(row, (v) => (v ? `${v}\ufe0f\u20e3` : '⬛')))}\n`,
    'circled digits': (rows) =>
      `${lines(rows, (row) => cells(row, (v) => (v ? String.fromCodePoint(0x245f + v) : '○'), ''))}\n`,
    'full-width digits': (rows) => `${lines(rows, (row) => wide(cells(row, zero, '')))}\n`,
    'full-width digits and points': (rows) => `${lines(rows, (row) => wide(cells(row, dot, '')))}\n`,
    'full-width digits and spaces in bars': (rows) =>
      `${lines(rows, (row) => `｜${cells(row, (v) => (v ? wide(String(v)) : '\u3000'), '｜')}｜`)}\n`,
    'full-width digits in a box': (rows) =>
      `┏━┯━┓\n${lines(rows, (row) => `┃${cells(row, (v) => (v ? wide(String(v)) : '\u3000'), '│')}┃`)}\n┗━┷━┛\n`,
    'full-width spaces between cells': (rows) => `${lines(rows, (row) => cells(row, dot, '\u3000'))}\n`,
    'full-width commas': (rows) => `${lines(rows, (row) => cells(row, zero, '，'))}\n`,
    'dashes of a word processor': (rows) => `${lines(rows, (row) => cells(row, or('–')))}\n`,
    'times signs': (rows) => `${lines(rows, (row) => cells(row, or('×')))}\n`,
    'question marks in a list': (rows) => `p = [\n${nested(rows, (v) => `"${v || '?'}"`, '[]')}\n]\n`,
    'bold digits': (rows) =>
      `${lines(rows, (row) => cells(row, (v) => (v ? String.fromCodePoint(0x1d7ce + v) : '.'), ' '))}\n`,
    'typographic quotes': (rows) => `puzzle = “${single(rows)}”\n`,
    'Arabic digits': (rows) =>
      `${lines(rows, (row) => cells(row, (v) => (v ? String.fromCodePoint(0x660 + v) : '.'), ' '))}\n`,
    'zero-width spaces': (rows) => `${lines(rows, (row) => `\u200b${cells(row, dot, ' ')}`)}\n`,
  },
};
