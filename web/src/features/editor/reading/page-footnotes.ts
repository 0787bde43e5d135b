/**
 * The footnotes of a page that is drawn in parts: a part may name what another defines, numbers go through the whole page,
 * and there is one list, at its end.
 */
import type { Tree } from '@lezer/common';

export interface PageFootnotes {
  /** By name, in capitals as names are compared. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Markdown of all definitions, for each part. */
  readonly definitions: string;
  /** Markdown of a part that has the list alone, under a heading that names each footnote once. */
  readonly list: string;
}

/** @returns undefined for a page without any */
export function readFootnotes(text: string, tree: Tree): PageFootnotes | undefined {
  const definitions = new Map<string, string>();
  const named: string[] = [];
  const namedInNotes: string[] = [];
  let noteEnd = -1;
  tree.iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Footnote') (from < noteEnd ? namedInNotes : named).push(text.slice(from + 2, to - 1));
      if (name !== 'FootnoteDefinition') return;
      noteEnd = to;
      const label = node.getChild('FootnoteLabel');
      const key = label ? text.slice(label.from, label.to).toUpperCase() : '';
      if (!definitions.has(key)) definitions.set(key, text.slice(from, to));
    },
  });
  const numbers = new Map<string, number>();
  for (const label of [...named, ...namedInNotes]) {
    const key = label.toUpperCase();
    if (definitions.has(key) && !numbers.has(key)) numbers.set(key, numbers.size + 1);
  }
  if (numbers.size === 0) return undefined;
  const all = [...definitions.values()].join('\n\n');
  const references = [...numbers.keys()].map((key) => `[^${key}]`).join('');
  return { numbers, definitions: all, list: `###### ${references}\n\n${all}` };
}

/** @returns the name of the footnote that a link leads to */
export function footnoteName(href: string): string | undefined {
  const name = /^#user-content-fn-(.+)$/.exec(href)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
