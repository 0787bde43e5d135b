/** Prints a page as HTML strings, in which nothing of the text is markup, with the printers of each kind. */
import { printNotes } from '../kinds/footnote/publish.ts';
import { PRINTERS } from '../layers/publish.generated.ts';
import { blankLinesAbove } from '../publish/blank-lines.ts';
import { partsOf, printParts } from '../publish/parts.ts';
import type {
  BlockPrinter,
  Directed,
  HeadingEntry,
  InlinePrinter,
  Printing,
  Survey,
} from '../publish/printing.ts';
import type { Surroundings } from '../publish/surroundings.ts';
import type { Direction } from '../text/direction.ts';
import type { Budget } from '../tree/budget.ts';
import type { Block, Inline, Page, Part, Placed } from '../tree/nodes.ts';
import { Directions, linesOf } from './directions.ts';
import { surveyOf } from './survey.ts';

export class Press implements Printing {
  readonly page: Page;
  readonly survey: Survey;
  readonly surroundings: Surroundings;
  readonly budget: Budget;
  readonly #text: string;
  readonly #directions = new Directions();
  readonly referred = new Map<string, number>();
  isInLink = false;
  hasRoom = true;
  #around: Direction = 'ltr';
  contents: string | undefined;

  constructor(page: Page, text: string, surroundings: Surroundings, budget: Budget) {
    this.page = page;
    this.#text = text;
    this.surroundings = surroundings;
    this.budget = budget;
    this.survey = surveyOf(page, budget);
  }

  get headings(): readonly HeadingEntry[] {
    return this.survey.headings;
  }

  /** @throws {TakesTooLong} when the budget is spent */
  print(): string {
    let above: Block | undefined;
    const parts = partsOf(this.page.children).map((blocks) => {
      const html = this.blocks(blocks, above);
      above = blocks.at(-1);
      return html;
    });
    return printParts(parts) + printNotes(this);
  }

  block(block: Block): string {
    // The compiler does not see that a printer and its node are of one type.
    const { print } = PRINTERS[block.type] as BlockPrinter<Block>;
    const printed = print(block, this);
    // The blocks inside have counted already.
    this.budget.print('children' in block ? 0 : printed.length);
    return printed;
  }

  blocks(blocks: readonly Block[], above?: Block): string {
    let html = '';
    let before = above;
    for (const block of blocks) {
      const lines = this.linesAbove(block, before);
      if (lines > 0) html += `<div class="lines-${lines}"></div>\n`;
      html += this.block(block);
      before = block;
    }
    return html;
  }

  linesAbove(block: Placed, before: Block | Part | undefined): number {
    if (!before || !this.hasRoom || 'hasRoomBelow' in PRINTERS[before.type]) return 0;
    return blankLinesAbove(this.#text, block.from);
  }

  inlines(nodes: readonly Inline[]): string {
    let html = '';
    for (const node of nodes) {
      const { print } = PRINTERS[node.type] as InlinePrinter<Inline>;
      const printed = print(node, this);
      this.budget.print('children' in node ? 0 : printed.length);
      html += printed;
    }
    return html;
  }

  lines(nodes: readonly Inline[]): string {
    const lines = linesOf(nodes);
    if (lines.length === 1 || !lines.some((line) => this.#isTurned(line))) return this.inlines(nodes);
    return lines
      .map((line) =>
        this.#isTurned(line)
          ? this.directed(line, (dir) => `<span class="turned"${dir}>${this.inlines(line)}</span>`)
          : this.inlines(line),
      )
      .join('<br>\n');
  }

  #isTurned(line: readonly Inline[]): boolean {
    return this.#directions.of(line, this.#around) !== this.#around;
  }

  directed(node: Directed, print: (attribute: string) => string): string {
    const around = this.#around;
    const own = this.#directions.of(node, around);
    this.#around = own;
    const html = print(own === around ? '' : ` dir="${own}"`);
    this.#around = around;
    return html;
  }
}
