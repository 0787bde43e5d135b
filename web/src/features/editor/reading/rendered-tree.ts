/** A text as the tree of elements that a reader sees. */
import type { Root } from 'hast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).use(remarkRehype);

export function renderedTree(markdown: string): Root {
  return processor.runSync(processor.parse(markdown));
}
