/** A text as the reading view's parser reads it. */
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { pageSyntax } from '../reading/page-syntax/page-syntax.ts';

const gfm = unified().use(remarkParse).use(remarkGfm).freeze();

export function readAsReader(markdown: string): Root {
  const processor = gfm().use(pageSyntax(markdown));
  return processor.runSync(processor.parse(markdown));
}
