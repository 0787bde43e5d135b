/**
 * Draws where others are in the text, in a layer of its own: nothing of it is in the text, so no letter moves for it. A name
 * stands at a caret while it moves or types, and when the pointer is on it.
 */
import { EditorSelection, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, type LayerMarker, layer, RectangleMarker, ViewPlugin } from '@codemirror/view';
import type { Caret, Carets } from '../state/carets.ts';
import { keepInSight } from './keep-in-sight.ts';
import { personColour } from './person-colour.ts';

const NAME_SHOWN_MS = 3000;

const caretsMoved = StateEffect.define<null>();

/** @param nameOf undefined for somebody who is no member, or not known yet */
export function othersCarets(carets: Carets, nameOf: (userId: string) => string | undefined): Extension {
  const markers = (view: EditorView): readonly LayerMarker[] =>
    carets.in('content').flatMap((caret): readonly LayerMarker[] => {
      const length = view.state.doc.length;
      // The text of the editor may be a moment behind that of the document.
      const [anchor, head] = [Math.min(caret.anchor, length), Math.min(caret.head, length)];
      const colour = `cm-person-${personColour(caret.userId)}`;
      const range = EditorSelection.range(anchor, head);
      const selected = range.empty
        ? []
        : RectangleMarker.forRange(view, `cm-others-selection ${colour}`, range);
      const [place] = RectangleMarker.forRange(view, '', EditorSelection.cursor(head));
      return place
        ? [...selected, new CaretMarker(place, colour, nameOf(caret.userId), isMoving(caret))]
        : selected;
    });
  return [
    layer({
      above: true,
      class: 'cm-others',
      markers,
      update: (update) =>
        update.docChanged ||
        update.geometryChanged ||
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(caretsMoved))),
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

/** Draws anew when a caret has moved, and when a name has been there long enough. */
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
  return movedAt > Date.now() - NAME_SHOWN_MS;
}

class CaretMarker implements LayerMarker {
  readonly #place: RectangleMarker;
  readonly #colour: string;
  readonly #name: string | undefined;
  readonly #isMoving: boolean;

  constructor(place: RectangleMarker, colour: string, name: string | undefined, isMoving: boolean) {
    this.#place = place;
    this.#colour = colour;
    this.#name = name;
    this.#isMoving = isMoving;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof CaretMarker &&
      other.#place.eq(this.#place) &&
      other.#colour === this.#colour &&
      other.#name === this.#name &&
      other.#isMoving === this.#isMoving
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
    caret.className = `cm-others-caret ${this.#colour}`;
    caret.toggleAttribute('data-moving', this.#isMoving);
    caret.style.left = `${this.#place.left}px`;
    caret.style.top = `${this.#place.top}px`;
    caret.style.height = `${this.#place.height}px`;
    const label = caret.firstElementChild as HTMLElement;
    label.textContent = this.#name ?? '';
    label.hidden = !this.#name;
  }
}
