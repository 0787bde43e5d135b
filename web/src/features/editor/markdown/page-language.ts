/**
 * The Markdown of pages: CommonMark with GitHub's tables, tasks, strikethrough, links and footnotes, front matter, highlights,
 * formulas and wiki links. The reading view asks it what is a highlight or a formula (reading/page-syntax.ts).
 */
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { Text } from '@codemirror/state';
import { type Input, Parser, type PartialParse, TreeFragment } from '@lezer/common';
import { type MarkdownConfig, type MarkdownParser, parseCode } from '@lezer/markdown';
import { codeBehindEscape } from './code-behind-escape.ts';
import { codeParser } from './code-languages.ts';
import { footnotes } from './footnotes.ts';
import { formulas } from './formulas.ts';
import { frontMatter, frontMatterEnd } from './front-matter.ts';
import { highlight } from './highlight.ts';
import { htmlBlocks } from './html-blocks.ts';
import { textBound } from './text-bound.ts';
import { wikiLinks } from './wiki-links.ts';

const nestedCode = parseCode({ codeParser }) as MarkdownConfig;
const FENCE = /`{3}|~{3}/;

/** Looking for code blocks goes over all blocks of the page with each key: most pages have none. */
const codeBlocks: MarkdownConfig = {
  wrap: (parse, input, fragments, ranges) =>
    hasFence(input) ? (nestedCode.wrap?.(parse, input, fragments, ranges) ?? parse) : parse,
};

function hasFence(input: Input): boolean {
  return 'doc' in input && input.doc instanceof Text
    ? isFenced(input.doc)
    : FENCE.test(input.read(0, input.length));
}

const fenced = new WeakMap<Text, boolean>();

/** A text's parts that a key did not touch are those of the text before: of a long page, a few are read anew. */
function isFenced(text: Text): boolean {
  let found = fenced.get(text);
  if (found === undefined) {
    found = text.children ? text.children.some(isFenced) : FENCE.test(text.toString());
    fenced.set(text, found);
  }
  return found;
}

// Its other parts beyond GitHub's are taken out: the reading view and other people's programs do not know them.
const pageParser = (markdownLanguage.parser as MarkdownParser).configure([
  { remove: ['Subscript', 'Superscript', 'Emoji'] },
  frontMatter,
  codeBehindEscape,
  footnotes,
  formulas,
  highlight,
  htmlBlocks,
  wikiLinks,
  textBound,
  codeBlocks,
]);

/** Front matter is read anew each time: whether a page has any is told by lines that its first block does not reach. */
class PageParser extends Parser {
  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    const from = frontMatterEnd(input);
    return pageParser.createParse(input, from === 0 ? fragments : behind(fragments, from), ranges);
  }
}

function behind(fragments: readonly TreeFragment[], place: number): readonly TreeFragment[] {
  return fragments
    .filter(({ to }) => to > place)
    .map((one) =>
      one.from >= place ? one : new TreeFragment(place, one.to, one.tree, one.offset, true, one.openEnd),
    );
}

/** Shares its data with the library's, whose commands ask for it. */
export const pageLanguage = new Language(markdownLanguage.data, new PageParser(), [], 'markdown');
