/** Looks through a page before its first word is printed: its headings by name, and which footnotes are referred to. */
import { PRINTERS } from '../layers/publish.generated.ts';
import { type HeadingEntry, levelOf, type Note, type Survey } from '../publish/printing.ts';
import { OwnNames, slug } from '../text/slug.ts';
import type { Budget } from '../tree/budget.ts';
import {
  type Block,
  type Heading,
  type Inline,
  insideOf,
  type Page,
  type Part,
  wordsOf,
} from '../tree/nodes.ts';

export function surveyOf({ children, footnotes }: Page, budget: Budget): Survey {
  const names = new OwnNames();
  const ids = new Map<Heading, string>();
  const headings: HeadingEntry[] = [];
  const within: Heading[] = [];
  const notes = new Map<string, Note>();
  const refer = (name: string): void => {
    const known = notes.get(name);
    if (known) known.references++;
    else notes.set(name, { number: notes.size + 1, name, references: 1 });
  };
  const nameOf = (heading: Heading): string => {
    const id = names.give(slug(heading.source) || 'heading');
    ids.set(heading, id);
    return id;
  };
  const visit = (nodes: readonly (Block | Part | Inline)[], isPages: boolean): void => {
    for (const node of nodes) {
      budget.step();
      if (node.type === 'footnoteReference') refer(node.identifier);
      else if (node.type === 'heading' && !isPages) within.push(node);
      else if (node.type === 'heading') {
        const id = nameOf(node);
        headings.push({ level: levelOf(node), id, text: wordsOf(node.children) });
      }
      const printer = PRINTERS[node.type];
      visit(insideOf(node), isPages && 'hasPageHeadings' in printer);
    }
  };
  visit(children, true);
  // The notes that other notes refer to are found on the way.
  for (const { name } of notes.values()) visit(footnotes.get(name)?.children ?? [], false);
  // The app names the page's own headings alone: those in quotes and notes take none of their names.
  within.forEach(nameOf);
  return { ids, headings, notes };
}
