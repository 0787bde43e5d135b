/** Each block and each line has the direction of its first strong letter, and says so where that is another than around it. */
import { PRINTERS } from '../layers/publish.generated.ts';
import type { BlockPrinter, Directed, InlinePrinter } from '../publish/printing.ts';
import { type Direction, directionOf } from '../text/direction.ts';
import type { Block, Inline, Part } from '../tree/nodes.ts';

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
    const { directedBy } = printerOf(node);
    for (const one of directedBy?.(node) ?? []) {
      const found = typeof one === 'string' ? directionOf(one) : this.#first(one);
      if (found) return found;
    }
    return undefined;
  }
}

function isText(node: Directed): node is readonly Inline[] {
  return Array.isArray(node);
}

function printerOf(node: Block | Part): BlockPrinter<Block | Part> {
  // The compiler does not see that a printer and its node are of one type.
  return PRINTERS[node.type] as BlockPrinter<Block | Part>;
}

/** Pictures, formulas and code are the same in all languages. Words on both sides of them are two. */
function lettersOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return lettersOf(node.children);
      const { letters } = PRINTERS[node.type] as InlinePrinter<Inline>;
      return letters?.(node) ?? ' ';
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
