/** A text as the tree of elements that a reader sees. */
import type { Root } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { directBlocks } from './direct-blocks.ts';
import { fewAccents } from './few-accents.ts';
import { FOOTNOTES, pageSyntax } from './page-syntax/page-syntax.ts';

const gfm = unified().use(remarkParse).use(remarkGfm).freeze();

export function renderedTree(markdown: string): Root {
  const processor = gfm()
    .use(pageSyntax(markdown))
    .use(remarkRehype, FOOTNOTES)
    .use(fewAccents(markdown))
    .use(directBlocks);
  return processor.runSync(processor.parse(markdown));
}
