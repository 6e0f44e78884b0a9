import { type Alphabet, alphabetOf, decodeTable, namedAlphabet } from './alphabet.ts';
import { DIGITS } from './digits.ts';

/** An alphabet, ready for reading and writing bytes. */
export interface SymbolTable {
  readonly alphabet: Alphabet;
  /** What a byte is: see {@link decodeTable}. */
  readonly values: Uint8Array;
  /** The byte of each value; entry 0 is unused. */
  readonly symbols: Uint8Array;
  /** Whether each value is the digit that it looks like, and has no other sign. */
  readonly areDigits: boolean;
}

/** Alphabets of a file by size: those that its head showed, and the usual ones for sizes that only come later. */
export class SymbolTables {
  readonly #symbols: Readonly<Record<number, string>>;
  readonly #empties: Readonly<Record<number, string>>;
  readonly #known: (SymbolTable | undefined)[] = [];

  /**
   * @param symbolsBySize symbols of the values
   * @param emptiesBySize signs of empty cells, where they are not the usual ones
   */
  constructor(
    symbolsBySize: Readonly<Record<number, string>>,
    emptiesBySize: Readonly<Record<number, string>> = {},
  ) {
    this.#symbols = symbolsBySize;
    this.#empties = emptiesBySize;
  }

  of(size: number): SymbolTable {
    let symbolTable = this.#known[size];
    if (!symbolTable) {
      const own = this.#symbols[size];
      const alphabet = own ? namedAlphabet(own) : (alphabetOf('ones', size) ?? alphabetOf('zeros', size)!);
      const symbols = Uint8Array.from(`\0${alphabet.symbols}`, (c) => c.charCodeAt(0));
      const areDigits = DIGITS.startsWith(alphabet.symbols);
      symbolTable = { alphabet, values: decodeTable(alphabet, this.#empties[size]), symbols, areDigits };
      this.#known[size] = symbolTable;
    }
    return symbolTable;
  }
}
