/**
 * The Markdown of pages: CommonMark with GitHub's tables, tasks, strikethrough, links and footnotes, front matter, highlights
 * and formulas. The reading view asks it what is a highlight or a formula (reading/page-syntax.ts).
 */
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { type MarkdownConfig, type MarkdownParser, parseCode } from '@lezer/markdown';
import { codeParser } from './code-languages.ts';
import { footnotes } from './footnotes.ts';
import { formulas } from './formulas.ts';
import { frontMatter } from './front-matter.ts';
import { highlight } from './highlight.ts';

const nestedCode = parseCode({ codeParser }) as MarkdownConfig;
const FENCE = /`{3}|~{3}/;

/** Looking for code blocks goes over all blocks of the page with each key: most pages have none. */
const codeBlocks: MarkdownConfig = {
  wrap: (parse, input, fragments, ranges) =>
    FENCE.test(input.read(0, input.length))
      ? (nestedCode.wrap?.(parse, input, fragments, ranges) ?? parse)
      : parse,
};

// Its other parts beyond GitHub's are taken out: the reading view and other people's programs do not know them.
const pageParser = (markdownLanguage.parser as MarkdownParser).configure([
  { remove: ['Subscript', 'Superscript', 'Emoji'] },
  frontMatter,
  footnotes,
  formulas,
  highlight,
  codeBlocks,
]);

/** Shares its data with the library's, whose commands ask for it. */
export const pageLanguage = new Language(markdownLanguage.data, pageParser, [], 'markdown');
