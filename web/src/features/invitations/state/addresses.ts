/** The addresses in what somebody typed or pasted: with commas, blanks or lines between, with names or without. */
import { checkEmail, normalizeEmail } from '../../../lib/validation.ts';

const MOST_ADDRESSES = 50;

export interface Addresses {
  /** In lower case, each once. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

export function readAddresses(typed: string): Addresses {
  const named = typed.replaceAll(/(?:"[^"\n]*"\s*|[^<>,;\n"]*)<([^<>\s]+)>/g, ' $1 ');
  const words = new Set(
    named
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(normalizeEmail),
  );
  const [valid, invalid]: [string[], string[]] = [[], []];
  for (const word of words) (checkEmail(word) === undefined ? valid : invalid).push(word);
  return { valid, invalid };
}

/** @returns what is wrong, or undefined */
export function checkAddresses({ valid, invalid }: Addresses): string | undefined {
  const [wrong] = invalid;
  if (wrong !== undefined) return `“${wrong}” is not an email address.`;
  if (valid.length > MOST_ADDRESSES) return `At most ${MOST_ADDRESSES} people can be invited at once.`;
  return checkEmail(valid[0] ?? '');
}
