/** A diagram beneath its source. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { drawDiagram } from './draw-diagram.ts';

const drawn = new WeakMap<HTMLElement, () => void>();

export class DiagramWidget extends WidgetType {
  readonly source: string;

  constructor(source: string) {
    super();
    this.source = source;
  }

  override eq(other: DiagramWidget): boolean {
    return other.source === this.source;
  }

  toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('div');
    drawn.set(
      element,
      drawDiagram(element, this.source, { isNear: true, onDrawn: () => view.requestMeasure() }),
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
