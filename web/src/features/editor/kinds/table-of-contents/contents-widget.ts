/** The page's headings in place of `[TOC]`. A click on one goes there; one beside them shows the source. */
import { WidgetType } from '@codemirror/view';
import { type Heading, isSameOutline } from '../../outline/read-outline.ts';

const DEEPEST = 3;
// A page may have many such lists in sight. The page that is read has them whole.
const MOST_ENTRIES = 200;

export class ContentsWidget extends WidgetType {
  readonly headings: readonly Heading[];

  constructor(headings: readonly Heading[]) {
    super();
    this.headings = headings;
  }

  override eq(other: ContentsWidget): boolean {
    return isSameOutline(other.headings, this.headings);
  }

  toDOM(): HTMLElement {
    const frame = document.createElement('div');
    frame.className = 'page-contents cm-contents';
    if (this.headings.length === 0) frame.textContent = 'Table of contents: this page has no headings yet.';
    const top = this.headings.reduce((least, { level }) => Math.min(least, level), 6);
    const list = document.createElement('ul');
    this.headings.slice(0, MOST_ENTRIES).forEach(({ level, text }, index) => {
      const item = list.appendChild(document.createElement('li'));
      item.dir = 'auto';
      item.dataset.depth = String(Math.min(level - top, DEEPEST));
      const entry = item.appendChild(document.createElement('span'));
      entry.className = 'contents-entry';
      entry.dataset.heading = String(index);
      entry.textContent = text || 'Heading';
    });
    frame.append(list);
    const left = this.headings.length - MOST_ENTRIES;
    if (left > 0) frame.append(`${left} more headings`);
    return frame;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
