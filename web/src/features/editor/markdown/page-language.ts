/**
 * The Markdown of pages (markdown/src/page/page-parser.ts) as the editor reads it: with the languages of code blocks.
 */
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { Text } from '@codemirror/state';
import type { Input } from '@lezer/common';
import { styleTags } from '@lezer/highlight';
import { type MarkdownConfig, type MarkdownParser, parseCode } from '@lezer/markdown';
import type { KeptBlocks } from '../../../../../markdown/src/grammar/kept-blocks.ts';
import { PageParser } from '../../../../../markdown/src/page/page-parser.ts';
import { codeParser } from './code-languages.ts';

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

/** A text's parts that a key did not touch are those of the text before: of a long page, a few are read again. */
function isFenced(text: Text): boolean {
  let found = fenced.get(text);
  if (found === undefined) {
    found = text.children ? text.children.some(isFenced) : FENCE.test(text.toString());
    fenced.set(text, found);
  }
  return found;
}

// A text would have the colour of a quote once for each that it is in: a thousand times, in a quote a thousand deep.
const oneQuote = styleTags({ 'Blockquote/Blockquote Blockquote/*/*/Blockquote': [] });

// Its other parts beyond GitHub's are taken out: other people's programs do not know them.
const github = (markdownLanguage.parser as MarkdownParser).configure({
  remove: ['Subscript', 'Superscript', 'Emoji'],
  props: [oneQuote],
});

const pageParser = new PageParser(github, codeBlocks);

/** Comes with what writes, since nobody needs it to read a page. */
export function keepBlocks(keeping: KeptBlocks): void {
  pageParser.keeping = keeping;
}

/** Shares its data with the library's, whose commands ask for it. */
export const pageLanguage = new Language(markdownLanguage.data, pageParser, [], 'markdown');
