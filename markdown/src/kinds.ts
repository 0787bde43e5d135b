/** Every kind that the Markdown of pages has beyond GitHub's, in the order in which the parser asks them. */
import type { MarkdownConfig } from '@lezer/markdown';
import { codeBehindEscape } from './kinds/code/syntax.ts';
import { footnotes } from './kinds/footnote/syntax.ts';
import { formulas } from './kinds/formula/syntax.ts';
import { frontMatter } from './kinds/front-matter/syntax.ts';
import { highlight } from './kinds/highlight/syntax.ts';
import { htmlBlocks } from './kinds/html/syntax.ts';
import { textBound } from './kinds/long-text/syntax.ts';
import { wikiLinks } from './kinds/wiki-link/syntax.ts';

export const KINDS: readonly MarkdownConfig[] = [
  frontMatter,
  codeBehindEscape,
  footnotes,
  formulas,
  highlight,
  htmlBlocks,
  wikiLinks,
  textBound,
];
