/** The Markdown of pages: CommonMark with GitHub's tables, tasks, strikethrough and links, and front matter. */
import { markdownLanguage } from '@codemirror/lang-markdown';
import { Language } from '@codemirror/language';
import { type MarkdownParser, parseCode } from '@lezer/markdown';
import { codeParser } from './code-languages.ts';
import { frontMatter } from './front-matter.ts';

// Its parts beyond GitHub's are taken out: the reading view and other people's programs do not know them.
const pageParser = (markdownLanguage.parser as MarkdownParser).configure([
  { remove: ['Subscript', 'Superscript', 'Emoji'] },
  frontMatter,
  parseCode({ codeParser }),
]);

/** Shares its data with the library's, whose commands ask for it. */
export const pageLanguage = new Language(markdownLanguage.data, pageParser, [], 'markdown');
