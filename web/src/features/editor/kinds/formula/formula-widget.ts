/** A formula in place of its source, or beneath it while it is written. */
import type { EditorView } from '@codemirror/view';
import { InlineWidget } from '../../view/inline-widget.ts';
import { drawFormula, type FormulaPlace } from './draw-formula.ts';

const drawn = new WeakMap<HTMLElement, () => void>();

export class FormulaWidget extends InlineWidget {
  readonly tex: string;
  readonly place: FormulaPlace;

  constructor(tex: string, place: FormulaPlace) {
    super();
    this.tex = tex;
    this.place = place;
  }

  override eq(other: FormulaWidget): boolean {
    return other.tex === this.tex && other.place === this.place;
  }

  toDOM(view: EditorView): HTMLElement {
    const element = document.createElement(this.place === 'block' ? 'div' : 'span');
    drawn.set(
      element,
      drawFormula(element, this.tex, this.place, () => view.requestMeasure()),
    );
    return element;
  }

  override destroy(element: HTMLElement): void {
    drawn.get(element)?.();
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
