/** A widget among words: the caret beside it is drawn at the side where it is, whichever way the words go. */
import { type Rect, WidgetType } from '@codemirror/view';

export abstract class InlineWidget extends WidgetType {
  override coordsAt(dom: HTMLElement, position: number): Rect | null {
    const row = [...dom.getClientRects()].at(position > 0 ? -1 : 0);
    if (!row) return null;
    const { left, right, top, bottom } = row;
    const isToRight = getComputedStyle(dom.parentElement ?? dom).direction === 'ltr';
    const x = isToRight === position > 0 ? right : left;
    return { left: x, right: x, top, bottom };
  }
}
