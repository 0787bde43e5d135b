/** The headings of a page that is read, found on the one walk through its tree. */
import type { SyntaxNodeRef } from '@lezer/common';
import type { Visitor } from '../../../../../../markdown/src/tree/walk.ts';
import { HEADING, type Heading, headingText } from '../../outline/read-outline.ts';

export class OutlineFinder implements Visitor {
  readonly headings: Heading[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  enter(node: SyntaxNodeRef, depth: number): boolean {
    const level = depth === 1 ? HEADING.exec(node.name)?.[1] : undefined;
    if (level !== undefined) {
      const text = headingText(node.node, (from, to) => this.#text.slice(from, to));
      this.headings.push({ level: Number(level), text, from: node.from });
    }
    return depth === 0;
  }
}
