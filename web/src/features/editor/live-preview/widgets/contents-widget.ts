/** The page's headings in place of `[TOC]`. A click on one goes there; one beside them shows the source. */
import { WidgetType } from '@codemirror/view';
import { type Heading, isSameOutline } from '../../outline/read-outline.ts';

const DEEPEST = 3;

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
    const top = Math.min(...this.headings.map(({ level }) => level));
    const list = document.createElement('ul');
    this.headings.forEach(({ level, text }, index) => {
      const item = list.appendChild(document.createElement('li'));
      item.dataset.depth = String(Math.min(level - top, DEEPEST));
      const entry = item.appendChild(document.createElement('span'));
      entry.className = 'contents-entry';
      entry.dir = 'auto';
      entry.dataset.heading = String(index);
      entry.textContent = text || 'Heading';
    });
    frame.append(list);
    return frame;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
