/**
 * Finds where a page names links and footnotes that it defines in other places, and which numbers its footnotes have. A part of a page
 * is shown otherwise when what it names is.
 */
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { linkKey } from '../text/link-key.ts';
import type { Visitor } from '../tree/walk.ts';
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

/** Finds the names of links and footnotes in a page. Which of them are defined is known at its end. */
export class NameFinder implements Visitor {
  readonly #text: string;
  readonly #uses: Use[] = [];
  readonly #named: string[] = [];
  /** By where the footnote around begins. */
  readonly #inNotes = new Map<number, string[]>();
  readonly #around: string[][] = [this.#named];

  constructor(text: string) {
    this.#text = text;
  }

  enter(node: SyntaxNodeRef): boolean {
    const { name, from, to } = node;
    if (name === 'FootnoteDefinition') {
      const inside: string[] = [];
      this.#inNotes.set(from, inside);
      this.#around.push(inside);
    } else if (name === 'Footnote') {
      const key = this.#text.slice(from + 2, to - 1).toUpperCase();
      this.#uses.push({ from, key, isNote: true });
      this.#around.at(-1)?.push(key);
    } else if (name === 'Link' || name === 'Image') {
      const key = linkName(node.node, this.#text);
      if (key !== undefined) this.#uses.push({ from, key, isNote: false });
    }
    // A picture's text has no number.
    return name !== 'Image';
  }

  leave({ name }: SyntaxNodeRef): void {
    if (name === 'FootnoteDefinition') this.#around.pop();
  }

  names({ footnotes, definitions }: ParsedPage['reading']): PageNames {
    const order = new Set(this.#named.filter((key) => footnotes.has(key)));
    for (const key of order)
      for (const other of this.#inNotes.get(footnotes.get(key)?.from ?? -1) ?? [])
        if (footnotes.has(other)) order.add(other);
    return {
      uses: this.#uses.filter(({ key, isNote }) => isNote || definitions.has(key)),
      numbers: new Map([...order].map((key, index) => [key, index + 1])),
    };
  }
}

/** @returns undefined for a link that has its address */
function linkName(node: SyntaxNode, text: string): string | undefined {
  const [open, close, begins] = node.getChildren('LinkMark');
  if (!open || !close || begins) return undefined;
  const label = node.getChild('LinkLabel');
  const named = label ? text.slice(label.from + 1, label.to - 1) : '';
  return linkKey(named || text.slice(open.to, close.from));
}
