/** A page that is being printed, as the printers of kinds know it. */
import type { Budget } from '../tree/budget.ts';
import type {
  Block,
  FootnoteDefinition,
  Inline,
  ListItem,
  Page,
  Paragraph,
  TableCell,
} from '../tree/nodes.ts';
import type { Surroundings } from './surroundings.ts';
import type { Survey } from './survey.ts';

/** A thing with a direction of its own: a block, a part of one, or a text. */
export type Directed = Block | FootnoteDefinition | ListItem | TableCell | readonly Inline[];

export interface Printing {
  readonly page: Page;
  readonly survey: Survey;
  readonly surroundings: Surroundings;
  readonly budget: Budget;
  /** How often each footnote was referred to so far. */
  readonly referred: Map<string, number>;
  /** A link in a link leads nowhere. */
  isInLink: boolean;
  /** Notes need no room between them. */
  hasRoom: boolean;
  /** The list of the page's headings, made once, however often it is shown. */
  contents: string | undefined;
  block(block: Block): string;
  /** @param above what stands in the same block in front of them, if anything */
  blocks(blocks: readonly Block[], above?: { readonly type: string }): string;
  /** @param end what stands at its end besides */
  paragraph(paragraph: Paragraph, end?: string): string;
  /** @returns undefined for all but a paragraph that is a link to a file */
  card(paragraph: Paragraph): string | undefined;
  inlines(nodes: readonly Inline[]): string;
  /** The text of a block, in which a line that goes another way stands by itself. */
  lines(nodes: readonly Inline[]): string;
  /** @returns how many blank lines stand above it */
  linesAbove(block: Block | ListItem, before: { readonly type: string } | undefined): number;
  /** @param print gets the attribute that says which direction it has, if another than around it, and prints what is in it */
  directed(node: Directed, print: (attribute: string) => string): string;
}
