/**
 * Finds where a page names links and footnotes that it defines in other places, and which numbers its footnotes have. A part of a page
 * is shown otherwise when what it names is.
 */
import type { SyntaxNode } from '@lezer/common';
import type { Budget } from './budget.ts';
import { nameOf } from './parse-page.ts';
import type { ParsedPage } from './read-page.ts';

export interface Use {
  readonly from: number;
  readonly key: string;
  readonly isNote: boolean;
}

export interface PageNames {
  /** In the order of the text. */
  readonly uses: readonly Use[];
  /** The numbers of footnotes in the order of the text, those that only footnotes name last. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** @throws {TakesTooLong} */
export function readNames({ text, tree, reading }: ParsedPage, budget: Budget): PageNames {
  const { footnotes, definitions } = reading;
  const uses: Use[] = [];
  if (footnotes.size + definitions.size === 0) return { uses, numbers: new Map() };
  const named: string[] = [];
  /** By where the footnote around begins. */
  const inNotes = new Map<number, string[]>();
  const around: string[][] = [named];
  tree.iterate({
    enter: ({ name, node, from, to }) => {
      budget.step();
      if (name === 'FootnoteDefinition') {
        const inside: string[] = [];
        inNotes.set(from, inside);
        around.push(inside);
      } else if (name === 'Footnote') {
        const key = text.slice(from + 2, to - 1).toUpperCase();
        uses.push({ from, key, isNote: true });
        if (footnotes.has(key)) around.at(-1)?.push(key);
      } else if (name === 'Link' || name === 'Image') {
        const key = linkName(node, text);
        if (key !== undefined && definitions.has(key)) uses.push({ from, key, isNote: false });
      }
      // A picture's text has no number.
      return name !== 'Image';
    },
    leave: ({ name }) => {
      if (name === 'FootnoteDefinition') around.pop();
    },
  });
  const order = new Set(named);
  for (const key of order)
    for (const other of inNotes.get(footnotes.get(key)?.from ?? -1) ?? []) order.add(other);
  return { uses, numbers: new Map([...order].map((key, index) => [key, index + 1])) };
}

/** @returns undefined for a link that has its address */
function linkName(node: SyntaxNode, text: string): string | undefined {
  const [open, close, begins] = node.getChildren('LinkMark');
  if (!open || !close || begins) return undefined;
  const label = node.getChild('LinkLabel');
  const named = label ? text.slice(label.from + 1, label.to - 1) : '';
  return nameOf(named || text.slice(open.to, close.from));
}
