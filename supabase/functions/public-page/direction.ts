/** Each block has the direction of its first strong letter, as in the app (web/src/features/editor/markdown/direction.ts). */
import type { Token } from 'markdown-it';

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TASK = /^\[[ xX]\] /;

/** Says so where it is another than the one around. */
export function directBlocks(tokens: readonly Token[]): void {
  const texts = firstTexts(tokens);
  const around: string[] = ['ltr'];
  for (const [at, token] of tokens.entries()) {
    if (token.nesting < 0) around.pop();
    if (token.nesting <= 0) continue;
    const outer = around.at(-1) ?? 'ltr';
    const own = directionOf(texts[at] ?? '') ?? outer;
    if (own !== outer) token.attrSet('dir', own);
    around.push(own);
  }
}

/** @returns undefined without any letter */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const letter = LETTER.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Finds the first text in or after each token. */
function firstTexts(tokens: readonly Token[]): string[] {
  const texts: string[] = [];
  let next = '';
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { type, children } = tokens[at] as Token;
    if (type === 'inline')
      next = (children ?? [])
        .map(({ content }) => content)
        .join('')
        .replace(TASK, '');
    texts[at] = next;
  }
  return texts;
}
