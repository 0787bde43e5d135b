/** A page that is being read: its text, and what is said in one place of it and meant in another. */
import type { SyntaxNode, Tree } from '@lezer/common';
import { addressOf, decode } from '../text/decode.ts';
import type { Budget } from './budget.ts';
import type { Block } from './nodes.ts';
import { nameOf } from './parse-page.ts';

export interface Definition {
  readonly url: string;
  readonly title: string;
}

export interface Reading {
  readonly budget: Budget;
  readonly read: (from: number, to: number) => string;
  /** The addresses of links by name. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The parser's nodes of footnotes, by their names in upper case. */
  readonly footnotes: ReadonlyMap<string, SyntaxNode>;
}

export function readingOf(markdown: string, tree: Tree, budget: Budget): Reading {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, SyntaxNode>();
  const read = (from: number, to: number) => markdown.slice(from, to);
  // Most pages have neither, and going through all of a page takes time.
  if (!markdown.includes(']:')) return { budget, read, definitions, footnotes };
  tree.iterate({
    enter: ({ name, node }) => {
      budget.step();
      if (name === 'LinkReference') {
        const [label, url, title] = [
          node.getChild('LinkLabel'),
          node.getChild('URL'),
          node.getChild('LinkTitle'),
        ];
        const key = label ? nameOf(read(label.from + 1, label.to - 1)) : '';
        if (url && !definitions.has(key))
          definitions.set(key, {
            url: addressOf(read(url.from, url.to)),
            title: title ? decode(read(title.from + 1, title.to - 1)) : '',
          });
      } else if (name === 'FootnoteDefinition') {
        const label = node.getChild('FootnoteLabel');
        const key = label ? read(label.from, label.to).toUpperCase() : '';
        if (!footnotes.has(key)) footnotes.set(key, node);
      }
      // No block stands in these.
      return !/^(?:Paragraph|Task|Table|(?:ATX|Setext)Heading\d|FencedCode|CodeBlock)$/.test(name);
    },
  });
  return { budget, read, definitions, footnotes };
}

/** Reads the blocks in a node: those that have others in them ask for it. */
export interface Blocks {
  readonly page: Reading;
  inside(parent: SyntaxNode): Block[];
}
