/** Each block has the direction of its first strong letter, and says so where that is another than around it. */
import { type Direction, directionOf } from '../text/direction.ts';
import type { Inline } from '../tree/nodes.ts';
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
        return directionOf(`${node.title} ${node.text}`) ?? this.#among(node.children);
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

/** Pictures and formulas are the same in all languages. */
function lettersOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return lettersOf(node.children);
      return node.type === 'text' || node.type === 'inlineCode' || node.type === 'plainRest'
        ? node.value
        : '';
    })
    .join('');
}
