/** The arrow after a footnote's text, back to where it is named. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { CornerUpLeft } from 'lucide-react';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import { goToReference } from './go-to-footnote.ts';

export class FootnoteBackWidget extends WidgetType {
  readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override eq(other: FootnoteBackWidget): boolean {
    return other.label === this.label;
  }

  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = 'cm-footnote-back';
    button.setAttribute('aria-label', `Back to reference ${this.label}`);
    button.append(iconElement(CornerUpLeft));
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => goToReference(view, this.label));
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
