/**
 * Links and footnotes that a page names in one place and defines in another. A long page is read in parts: each is told what it
 * names, and no more, as all of them together would be read as often as there are parts.
 */
import type { SyntaxNode, Tree } from '@lezer/common';

type Read = (from: number, to: number) => string;

interface Use {
  readonly from: number;
  readonly key: string;
  readonly isNote: boolean;
}

export interface PageNames {
  /** Markdown of the definitions, by their names in capitals, as names are compared. */
  readonly links: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, string>;
  /** In the order of the text. */
  readonly uses: readonly Use[];
  /** Footnotes that are named, those within footnotes last. */
  readonly numbers: ReadonlyMap<string, number>;
}

// Markdown knows no longer names.
const LONGEST_NAME = 999;

export function readNames(text: string, tree: Tree): PageNames {
  const read = (from: number, to: number) => text.slice(from, to);
  const links = new Map<string, string>();
  const notes = new Map<string, string>();
  const uses: Use[] = [];
  const named: string[] = [];
  const namedInNotes: string[] = [];
  let noteEnd = -1;
  tree.iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Footnote') {
        const key = keyOf(read(from + 2, to - 1));
        (from < noteEnd ? namedInNotes : named).push(key);
        uses.push({ from, key, isNote: true });
      } else if (name === 'FootnoteDefinition') {
        noteEnd = to;
        define(notes, node.getChild('FootnoteLabel'), node, read);
      } else if (name === 'LinkReference') define(links, node.getChild('LinkLabel'), node, read, 1);
      else if (name === 'Link' || name === 'Image') {
        const key = linkKey(node, read);
        if (key !== undefined) uses.push({ from, key, isNote: false });
      }
    },
  });
  const known = [...named, ...namedInNotes].filter((key) => notes.has(key));
  const numbers = new Map([...new Set(known)].map((key, index) => [key, index + 1]));
  return { links, notes, uses, numbers };
}

/** If a name is defined twice, the first definition counts. */
function define(
  definitions: Map<string, string>,
  label: SyntaxNode | null,
  { from, to }: SyntaxNode,
  read: Read,
  bracket = 0,
): void {
  const key = label ? keyOf(read(label.from + bracket, label.to - bracket)) : '';
  if (!definitions.has(key)) definitions.set(key, read(from, to));
}

/** @returns undefined for a link that has its address */
function linkKey(node: SyntaxNode, read: Read): string | undefined {
  if (node.getChild('URL')) return undefined;
  const label = node.getChild('LinkLabel');
  if (label && label.to - label.from > 2) return keyOf(read(label.from + 1, label.to - 1));
  const [first, second] = node.getChildren('LinkMark');
  const [from, to] = [first?.to ?? node.from, second?.from ?? node.to];
  return to - from > LONGEST_NAME ? undefined : keyOf(read(from, to));
}

function keyOf(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** @returns Markdown that defines what is named there; of a footnote that it is one */
export function definitionsOf(uses: readonly Use[], { links, notes }: PageNames): string {
  const all = new Set<string>();
  for (const { key, isNote } of uses) {
    const link = links.get(key);
    if (isNote && notes.has(key)) all.add(`[^${key}]: -`);
    else if (!isNote && link !== undefined) all.add(link);
  }
  return [...all].map((definition) => `\n\n${definition}`).join('');
}
