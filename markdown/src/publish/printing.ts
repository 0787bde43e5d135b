/** A page that is being printed, as the printers of kinds know it. */
import type { Budget } from '../tree/budget.ts';
import type {
  Block,
  BlockNodes,
  Heading,
  Inline,
  InlineNodes,
  Page,
  Part,
  PartNodes,
  Placed,
} from '../tree/nodes.ts';
import type { Surroundings } from './surroundings.ts';

/** A thing with a direction of its own: a block, a part of one, or a text. */
export type Directed = Block | Part | readonly Inline[];

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
  blocks(blocks: readonly Block[], above?: Block): string;
  inlines(nodes: readonly Inline[]): string;
  /** The text of a block, in which a line that goes another way stands by itself. */
  lines(nodes: readonly Inline[]): string;
  /** @returns how many blank lines stand above it */
  linesAbove(block: Placed, before: Block | Part | undefined): number;
  /** @param print gets the attribute that says which direction it has, if another than around it, and prints what is in it */
  directed(node: Directed, print: (attribute: string) => string): string;
}

/** A page's facts that are known before its first word is printed. */
export interface Survey {
  readonly ids: ReadonlyMap<Heading, string>;
  /** The page's own headings, and no others. */
  readonly headings: readonly HeadingEntry[];
  /** In the order in which they are referred to. */
  readonly notes: ReadonlyMap<string, Note>;
}

export interface HeadingEntry {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Note {
  readonly number: number;
  readonly name: string;
  /** How often it is referred to. */
  references: number;
}

/** A heading of a page stands beneath the page's own name. */
export function levelOf({ depth }: Heading): number {
  return Math.min(depth + 1, 6);
}

interface PartPrinter<Node> {
  /** Texts and nodes in it: the first with a letter says which direction it has. A kind without them is the same in all languages. */
  readonly directedBy?: (node: Node) => readonly (Directed | string)[];
}

export interface BlockPrinter<Node> extends PartPrinter<Node> {
  readonly print: (node: Node, press: Printing) => string;
  /** Whether headings in it are the page's own. */
  readonly hasPageHeadings?: true;
  /** Whether it brings the room below it with it, however many blank lines are there. */
  readonly hasRoomBelow?: true;
}

export interface InlinePrinter<Node> {
  readonly print: (node: Node, press: Printing) => string;
  /** Letters that say which direction the text around has; without them those inside count, and a blank for the rest. */
  readonly letters?: (node: Node) => string;
}

/** A printer for each node: a page whose kinds lack one does not compile. */
export type Printers = { readonly [Type in keyof BlockNodes]: BlockPrinter<BlockNodes[Type]> } & {
  readonly [Type in keyof PartNodes]: PartPrinter<PartNodes[Type]>;
} & { readonly [Type in keyof InlineNodes]: InlinePrinter<InlineNodes[Type]> };
