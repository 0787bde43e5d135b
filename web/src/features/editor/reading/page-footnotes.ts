/**
 * The footnotes of a page that is drawn in parts: a part may name what another defines, numbers go through the whole page,
 * and the list is at its end, in parts of its own.
 */
import type { Element, Root } from 'hast';
import { pageLanguage } from '../markdown/page-language.ts';
import { definitionsOf, type PageNames, readNames } from './page-names.ts';

export interface NoteList {
  /** The notes, under a heading that names each of them once. */
  readonly markdown: string;
  /** Definitions of what they name. */
  readonly shared: string;
  /** The number of its first note. */
  readonly first: number;
  readonly count: number;
}

// Reading a list takes the square of its length.
const MOST_NOTES = 50;

export function listNotes(names: PageNames): NoteList[] {
  const keys = [...names.numbers.keys()];
  const lists: NoteList[] = [];
  for (let at = 0; at < keys.length; at += MOST_NOTES) {
    const some = keys.slice(at, at + MOST_NOTES);
    const notes = some.map((key) => names.notes.get(key) ?? '').join('\n\n');
    const { uses } = readNames(notes, pageLanguage.parser.parse(notes));
    lists.push({
      markdown: `###### ${some.map((key) => `[^${key}]`).join('')}\n\n${notes}`,
      shared: definitionsOf(uses, names),
      first: at + 1,
      count: some.length,
    });
  }
  return lists;
}

/** A plugin for rehype: all lists of a page look as one. */
export function numberNotes({ first, count }: NoteList) {
  return () => (root: Root) => {
    const section = root.children.find(isElement('section'));
    const list = section?.children.find(isElement('ol'));
    root.children = section ? [section] : [];
    if (!section || !list) return;
    // A note that another list has may be named in this one.
    list.children = list.children.filter(isElement('li')).slice(0, count);
    if (first === 1) return;
    list.properties.start = first;
    section.children = [list];
    section.properties.className = ['footnotes', 'more-footnotes'];
  };
}

function isElement(name: string) {
  return (node: { readonly type: string }): node is Element =>
    node.type === 'element' && (node as Element).tagName === name;
}

/** @returns the name of the footnote that a link leads to */
export function footnoteName(href: string): string | undefined {
  const name = /^#user-content-fn-(.+)$/.exec(href)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
