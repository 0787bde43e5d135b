/** Each block and each line has the direction of its first strong letter, and says so where that is another than around it. */
import { type Direction, directionOf, directionOfLines } from '../text/direction.ts';
import { type Inline, wordsOf } from '../tree/nodes.ts';
import type { Directed } from './printing.ts';

export class Directions {
  readonly #own = new Map<Directed, Direction | undefined>();

  /** @returns that of a block, or of a text alone */
  of(node: Directed, around: Direction): Direction {
    return this.#first(node) ?? around;
  }

  #first(node: Directed): Direction | undefined {
    if (this.#own.has(node)) return this.#own.get(node);
    const found = this.#find(node);
    this.#own.set(node, found);
    return found;
  }

  #find(node: Directed): Direction | undefined {
    if (isText(node)) return directionOf(lettersOf(node));
    switch (node.type) {
      case 'paragraph':
      case 'file':
      case 'heading':
      case 'tableCell':
        return directionOf(lettersOf(node.children));
      case 'html':
        return directionOf(node.value);
      case 'callout':
        return directionOf(lettersOf(node.title)) ?? this.#among(node.children);
      case 'toggle':
        return directionOfLines(node.title) ?? directionOf(node.text) ?? this.#among(node.children);
      case 'footnoteDefinition':
        return this.#among(node.children);
      case 'table':
        return this.#among(node.children.flatMap((row) => row.children));
      case 'blockquote':
      case 'list':
      case 'listItem':
        return this.#among(node.children);
      default:
        return undefined;
    }
  }

  #among(nodes: readonly Directed[]): Direction | undefined {
    for (const node of nodes) {
      const found = this.#first(node);
      if (found) return found;
    }
    return undefined;
  }
}

function isText(node: Directed): node is readonly Inline[] {
  return Array.isArray(node);
}

/** Pictures, formulas and code are the same in all languages. */
function lettersOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return lettersOf(node.children);
      if (node.type === 'text' || node.type === 'plainRest') return node.value;
      // Words on both sides of it are two.
      return node.type === 'wikiLink' ? wordsOf([node]) : ' ';
    })
    .join('');
}

/** @returns the lines of a text; a format that goes over several of them stays whole */
export function linesOf(nodes: readonly Inline[]): (readonly Inline[])[] {
  const lines: Inline[][] = [[]];
  for (const node of nodes) {
    if (node.type === 'break') lines.push([]);
    else if (node.type === 'text' && node.value.includes('\n')) {
      const [first = '', ...rest] = node.value.split('\n');
      lines.at(-1)?.push({ ...node, value: first });
      for (const value of rest) lines.push([{ ...node, value }]);
    } else lines.at(-1)?.push(node);
  }
  return lines;
}
