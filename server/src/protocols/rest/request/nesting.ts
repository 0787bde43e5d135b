/**
 * How deep brackets are nested in what a client sent. Postgres parses JSON, patterns and search expressions by
 * recursion; the embedded engine has little stack and was seen to hang for good on some thousand levels, so deep
 * nesting must never get that far.
 */

/** More than any honest document has. */
export const DEEPEST_NESTING = 200;

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

/** @param json valid JSON, whose strings may hold any brackets */
export function isJsonTooDeep(json: string): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (character === QUOTE) index = endOfString(json, index);
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) depth += 1;
    else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth -= 1;
    if (depth > DEEPEST_NESTING) return true;
  }
  return false;
}

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
