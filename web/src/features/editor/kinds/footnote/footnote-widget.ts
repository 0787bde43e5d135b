/**
 * A footnote's number in place of its mark: the caret is before it or after it, never at a bracket that is out of
 * sight.
 */
import { InlineWidget } from '../../view/inline-widget.ts';

export class FootnoteWidget extends InlineWidget {
  readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override eq(other: FootnoteWidget): boolean {
    return other.label === this.label;
  }

  toDOM(): HTMLElement {
    const number = document.createElement('span');
    number.className = 'cm-footnote';
    number.dataset.footnote = this.label;
    number.textContent = this.label;
    return number;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
