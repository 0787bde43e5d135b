/**
 * A cursor over one parameter's text for the hand-written parsers beside it. It remembers the furthest point that was
 * reached, so that the client learns where its text stopped making sense. Knows no grammar.
 */
import { requestErrors } from '../../errors.ts';

// Deeper nesting than any honest request has; keeps a hostile one from exhausting the stack.
const DEEPEST_NESTING = 40;

// All failures share one error: parsers try and fail all the time, and gathering a stack each time would cost more than
// parsing.
const PARSE_FAILURE = new Error('The text is not what the grammar expects.');

export class Scanner {
  readonly #text: string;
  #position = 0;
  #depth = 0;
  #furthest = 0;
  #expected = 'end of input';

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Whether the given text comes next. */
  sees(text: string): boolean {
    return this.#text.startsWith(text, this.#position);
  }

  /** Steps over the given text if it comes next. */
  accept(text: string): boolean {
    if (!this.sees(text)) return false;
    this.#position += text.length;
    return true;
  }

  expect(text: string, expected = `"${text}"`): void {
    if (!this.accept(text)) this.fail(expected);
  }

  /**
   * Steps over what a pattern matches here.
   * @param pattern with the flags `y` and `u`
   */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#position += found.length;
    return found;
  }

  skipSpace(): void {
    this.match(/[ \t]*/uy);
  }

  rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  fail(expected: string): never {
    if (this.#position >= this.#furthest) {
      this.#furthest = this.#position;
      this.#expected = expected;
    }
    throw PARSE_FAILURE;
  }

  /** Tries a parser; when it fails the cursor is back where it was. */
  attempt<T>(parser: (scanner: Scanner) => T): T | undefined {
    const start = this.#position;
    const depth = this.#depth;
    try {
      return parser(this);
    } catch (error) {
      if (error !== PARSE_FAILURE) throw error;
      this.#position = start;
      this.#depth = depth;
      return undefined;
    }
  }

  /** Runs a parser one level deeper in brackets. */
  nested<T>(parser: (scanner: Scanner) => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST_NESTING) this.fail(`at most ${DEEPEST_NESTING} levels of brackets`);
    const result = parser(this);
    this.#depth -= 1;
    return result;
  }

  /** In PostgREST's words (its parser's library chose them). */
  explain(): string {
    const character = [...this.#text.slice(this.#furthest)][0];
    const found = character === undefined ? 'end of input' : `"${character}"`;
    return `unexpected ${found} expecting ${this.#expected}`;
  }

  get furthestColumn(): number {
    return this.#furthest + 1;
  }
}

/**
 * Parses a whole text.
 * @param what what the text is, such as `filter`
 * @throws {RestError} PGRST100, naming the place
 */
export function parseAll<T>(what: string, text: string, parser: (scanner: Scanner) => T): T {
  const scanner = new Scanner(text);
  const result = scanner.attempt((whole) => {
    const value = parser(whole);
    if (!whole.atEnd) whole.fail('end of input');
    return { value };
  });
  if (result) return result.value;
  throw requestErrors.badQuery(
    `"failed to parse ${what} (${text})" (line 1, column ${scanner.furthestColumn})`,
    scanner.explain(),
  );
}
