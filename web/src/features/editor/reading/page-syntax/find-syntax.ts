/** Where the editor's parser finds front matter, highlights, formulas and wiki links: the reading view's parser, which knows none, is told. */
import type { Tree } from '@lezer/common';
import { beginsAsFormula } from '../../../../../../markdown/src/kinds/formula/syntax.ts';
import { texOf } from '../../../../../../markdown/src/kinds/formula/tex-of.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { type LongText, longText } from './long-texts.ts';

export interface FoundFormula {
  readonly to: number;
  readonly tex: string;
  /** Whether it is shown in a line of its own. */
  readonly isDisplayed: boolean;
}

export interface FoundSyntax {
  /** Where it ends, and what stands between its marks; undefined in a page without any. */
  readonly frontMatter: { readonly to: number; readonly value: string } | undefined;
  /** Those within text, by where they begin. */
  readonly formulas: ReadonlyMap<number, FoundFormula>;
  /** Those that are blocks. */
  readonly blocks: ReadonlyMap<number, FoundFormula>;
  /** Texts that begin as such a block does, and that nothing ends as one: where they begin and end. */
  readonly texts: ReadonlyMap<number, number>;
  /** Where a highlight's marks begin: the first, and the last by it. */
  readonly highlights: ReadonlyMap<number, number>;
  /** By where they begin: what is written there. */
  readonly wikiLinks: ReadonlyMap<number, string>;
  /** Which are taken as the editor's parser has read them. */
  readonly longTexts: readonly LongText[];
}

const MAY_HAVE = /^---|==|\$|\[\[/;
// Shorter ones have no long text.
const LONG = 1000;
const NOTHING: FoundSyntax = {
  frontMatter: undefined,
  formulas: new Map(),
  blocks: new Map(),
  texts: new Map(),
  highlights: new Map(),
  wikiLinks: new Map(),
  longTexts: [],
};

export function findSyntax(markdown: string): FoundSyntax {
  if (!MAY_HAVE.test(markdown) && markdown.length < LONG) return NOTHING;
  return syntaxBetween(markdown, pageLanguage.parser.parse(markdown), 0, markdown.length);
}

/** @returns places as they are in that piece of the text, which is of whole blocks */
export function syntaxBetween(text: string, tree: Tree, start: number, end: number): FoundSyntax {
  let frontMatter: FoundSyntax['frontMatter'];
  const formulas = new Map<number, FoundFormula>();
  const blocks = new Map<number, FoundFormula>();
  const texts = new Map<number, number>();
  const highlights = new Map<number, number>();
  const wikiLinks = new Map<number, string>();
  const longTexts: LongText[] = [];
  const read = (from: number, to: number) => text.slice(from, to);
  tree.iterate({
    from: start,
    to: end,
    enter: ({ name, node, from, to }) => {
      // Blocks beside it, and those that it is a piece of, are named as well.
      if (from < start || to > end) return;
      const [at, last] = [from - start, to - start];
      const long = to - from >= LONG && longText(node, read, start);
      if (long) longTexts.push(long);
      if (name === 'FrontMatter') frontMatter = { to: last, value: withoutMarks(read(from, to)) };
      else if (name === 'Highlight') highlights.set(at, last - 2);
      else if (name === 'Formula')
        formulas.set(at, { to: last, tex: texOf(node, read), isDisplayed: text.startsWith('$$', from) });
      else if (name === 'WikiLink') wikiLinks.set(at, read(from, to));
      else if (name === 'FormulaBlock')
        blocks.set(at, { to: last, tex: texOf(node, read), isDisplayed: true });
      else if (name === 'Paragraph' && text.startsWith('$$', from) && beginsAsFormula(read(from, to)))
        texts.set(at, last);
    },
  });
  return { frontMatter, formulas, blocks, texts, highlights, wikiLinks, longTexts };
}

function withoutMarks(frontMatter: string): string {
  return frontMatter.replace(/^-{3}\s*\n?/, '').replace(/(?:^|\n)(?:-{3}|\.{3})\s*$/, '');
}
