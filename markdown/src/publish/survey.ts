/** Looks through a page before its first word is printed: its headings by name, and which footnotes are referred to. */
import { slug } from '../kinds/heading/slug.ts';
import type { Budget } from '../tree/budget.ts';
import { type Block, type Heading, type Inline, type Page, wordsOf } from '../tree/nodes.ts';

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

export interface Survey {
  readonly ids: ReadonlyMap<Heading, string>;
  /** The page's own headings, and no others. */
  readonly headings: readonly HeadingEntry[];
  /** In the order in which they are referred to. */
  readonly notes: ReadonlyMap<string, Note>;
}

/** A heading of a page stands beneath the page's own name. */
export function levelOf({ depth }: Heading): number {
  return Math.min(depth + 1, 6);
}

export function surveyOf({ children, footnotes }: Page, budget: Budget): Survey {
  const taken = new Map<string, number>();
  const ids = new Map<Heading, string>();
  const headings: HeadingEntry[] = [];
  const notes = new Map<string, Note>();
  const inlines = (nodes: readonly Inline[]): void => {
    for (const node of nodes) {
      budget.step();
      if (node.type === 'footnoteReference') {
        const known = notes.get(node.identifier);
        if (known) known.references++;
        else notes.set(node.identifier, { number: notes.size + 1, name: node.identifier, references: 1 });
      } else if ('children' in node) inlines(node.children);
    }
  };
  const heading = (node: Heading, isOutermost: boolean): void => {
    const id = named(slug(node.source) || 'heading', taken);
    ids.set(node, id);
    if (isOutermost) headings.push({ level: levelOf(node), id, text: wordsOf(node.children) });
  };
  const blocks = (nodes: readonly Block[], isOutermost: boolean): void => {
    for (const node of nodes) {
      budget.step();
      if (node.type === 'heading') heading(node, isOutermost);
      if (node.type === 'heading' || node.type === 'paragraph' || node.type === 'file')
        inlines(node.children);
      else if (node.type === 'callout') inlines(node.title);
      if (node.type === 'list') for (const item of node.children) blocks(item.children, false);
      else if (node.type === 'table')
        for (const row of node.children) for (const cell of row.children) inlines(cell.children);
      else if (node.type === 'toggle') blocks(node.children, isOutermost);
      else if (node.type === 'blockquote' || node.type === 'callout') blocks(node.children, false);
    }
  };
  blocks(children, true);
  // The notes that other notes refer to are found on the way.
  for (const { name } of notes.values()) blocks(footnotes.get(name)?.children ?? [], false);
  return { ids, headings, notes };
}

function named(name: string, taken: Map<string, number>): string {
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}
