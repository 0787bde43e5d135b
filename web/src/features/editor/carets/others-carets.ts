/**
 * Draws where others are in the text, in a layer of its own: nothing of it is in the text, so no letter moves for it. A name
 * stands at a caret while it moves or types, and when the pointer is on it.
 */
import { EditorSelection, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, type LayerMarker, layer, RectangleMarker, ViewPlugin } from '@codemirror/view';
import type { Caret, Carets } from '../../document/carets/carets.ts';
import { isInSight, scrolledWithin } from '../kinds/table/drawn/table-frames.ts';
import { keepInSight } from './keep-in-sight.ts';
import { personColour } from './person-colour.ts';

const NAME_SHOWN_MS = 3000;
// As wide as a name becomes (carets.css).
const WIDEST_NAME_PX = 192;

const caretsMoved = StateEffect.define<null>();

/** @param nameOf undefined for somebody who is no member, or not known yet */
export function othersCarets(carets: Carets, nameOf: (userId: string) => string | undefined): Extension {
  const markers = (view: EditorView): readonly LayerMarker[] =>
    carets.in('content').flatMap((caret): readonly LayerMarker[] => {
      const length = view.state.doc.length;
      // The text of the editor may be a moment behind that of the document.
      const [anchor, head] = [Math.min(caret.anchor, length), Math.min(caret.head, length)];
      const colour = `cm-person-${personColour(caret.userId)}`;
      if (!isInSight(view, head)) return [];
      const range = EditorSelection.range(anchor, head);
      const selected = range.empty
        ? []
        : RectangleMarker.forRange(view, `cm-others-selection ${colour}`, range);
      const [place] = RectangleMarker.forRange(view, '', EditorSelection.cursor(head));
      if (!place) return selected;
      const isAtEnd = place.left + WIDEST_NAME_PX > view.scrollDOM.clientWidth;
      const look = { colour, name: nameOf(caret.userId), isMoving: isMoving(caret), isAtEnd };
      return [...selected, new CaretMarker(place, look)];
    });
  return [
    layer({
      above: true,
      class: 'cm-others',
      markers,
      update: (update) =>
        update.docChanged ||
        update.geometryChanged ||
        update.transactions.some(({ effects }) =>
          effects.some((effect) => effect.is(caretsMoved) || effect.is(scrolledWithin)),
        ),
    }),
    redraw(carets),
    keepInSight(carets),
    EditorView.updateListener.of(({ view, selectionSet, docChanged, focusChanged }) => {
      if (!selectionSet && !docChanged && !focusChanged) return;
      const { anchor, head } = view.state.selection.main;
      if (view.hasFocus) carets.move('content', anchor, head);
      else if (focusChanged) carets.leave('content');
    }),
  ];
}

/** Draws again when a caret has moved, and when a name has been there long enough. */
function redraw(carets: Carets): Extension {
  return ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame: number | undefined;
    // Not within an update of the editor (an edit of another person moves both), and once however many move.
    const draw = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        view.dispatch({ effects: caretsMoved.of(null) });
      });
    };
    const stop = carets.subscribe(() => {
      draw();
      clearTimeout(timer);
      timer = setTimeout(draw, NAME_SHOWN_MS + 50);
    });
    return {
      destroy: () => {
        stop();
        clearTimeout(timer);
        if (frame !== undefined) cancelAnimationFrame(frame);
      },
    };
  });
}

function isMoving({ movedAt }: Caret): boolean {
  return movedAt > performance.now() - NAME_SHOWN_MS;
}

interface CaretLook {
  readonly colour: string;
  readonly name: string | undefined;
  readonly isMoving: boolean;
  /** There is no room for the name at its right. */
  readonly isAtEnd: boolean;
}

class CaretMarker implements LayerMarker {
  readonly #place: RectangleMarker;
  readonly #look: CaretLook;

  constructor(place: RectangleMarker, look: CaretLook) {
    this.#place = place;
    this.#look = look;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof CaretMarker &&
      other.#place.eq(this.#place) &&
      JSON.stringify(other.#look) === JSON.stringify(this.#look)
    );
  }

  draw(): HTMLElement {
    const caret = document.createElement('div');
    caret.append(document.createElement('span'));
    this.#adjust(caret);
    return caret;
  }

  /** @param former which the element shows; it may be a piece of a selection */
  update(caret: HTMLElement, former: LayerMarker): boolean {
    if (!(former instanceof CaretMarker)) return false;
    this.#adjust(caret);
    return true;
  }

  #adjust(caret: HTMLElement): void {
    const { colour, name, isMoving, isAtEnd } = this.#look;
    caret.className = `cm-others-caret ${colour}`;
    caret.toggleAttribute('data-moving', isMoving);
    caret.toggleAttribute('data-at-end', isAtEnd);
    caret.style.left = `${this.#place.left}px`;
    caret.style.top = `${this.#place.top}px`;
    caret.style.height = `${this.#place.height}px`;
    const label = caret.firstElementChild as HTMLElement;
    label.textContent = name ?? '';
    label.hidden = !name;
  }
}
