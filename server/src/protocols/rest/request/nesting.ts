/**
 * How deep brackets are nested in what a client sent, and how many values it holds. Postgres parses JSON,
 * patterns and search expressions by recursion; the embedded engine has little stack and was seen to hang for
 * good on some thousand levels, so deep nesting must never get that far. A value of two letters takes as long
 * to parse as one of a thousand, and meanwhile nobody else is served: a body of 8 MB that is all brackets took
 * seconds.
 */

/** More than any honest document has. */
export const DEEPEST_NESTING = 200;
/** A thousand rows of a hundred columns have as many. */
export const MOST_VALUES = 100_000;

/** @returns whether brackets of any kind are nested too deeply; a closing one that nothing opened is ignored */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{' || character === '(') depth += 1;
    else if (depth > 0 && (character === ']' || character === '}' || character === ')')) depth -= 1;
    if (depth > DEEPEST_NESTING) return true;
  }
  return false;
}

export type JsonProblem = 'too-deep' | 'too-many-values';

/** @param json whose strings may hold any brackets; of what is no JSON the answer means nothing */
export function problemOfJson(json: string): JsonProblem | undefined {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (character === QUOTE) index = endOfString(json, index);
    else if (character === COMMA) values += 1;
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) {
      depth += 1;
      values += 1;
    } else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth -= 1;
    if (depth > DEEPEST_NESTING) return 'too-deep';
    if (values > MOST_VALUES) return 'too-many-values';
  }
  return undefined;
}

/** @param separators what stands between two values where there is no JSON */
export function hasTooManyValues(text: string, separators: string): boolean {
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    if (separators.includes(text.charAt(index))) values += 1;
    if (values > MOST_VALUES) return true;
  }
  return false;
}

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A quote ends the string when an even number of backslashes stands before it. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, position: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(position - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
