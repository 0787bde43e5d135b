/**
 * Decides which marks of Markdown are shown and which are hidden: around the selection, while one writes or searches. While the pointer is down the
 * places stay as they are, or the text would move away beneath it.
 */
import {
  type ChangeSet,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Reveal {
  readonly hasFocus: boolean;
  readonly isPointing: boolean;
  readonly isKept: boolean;
  readonly spans: readonly Span[];
}

const setFocus = StateEffect.define<boolean>();
const setPointing = StateEffect.define<boolean>();
/** Whether the selection counts without the focus, too, as while something is being searched. */
export const keepRevealed = StateEffect.define<boolean>();

const revealField = StateField.define<Reveal>({
  create: () => ({ hasFocus: false, isPointing: false, isKept: false, spans: [] }),
  update: (value, transaction) => {
    let { hasFocus, isPointing, isKept } = value;
    for (const effect of transaction.effects) {
      if (effect.is(setFocus)) hasFocus = effect.value;
      else if (effect.is(setPointing)) isPointing = effect.value;
      else if (effect.is(keepRevealed)) isKept = effect.value;
    }
    const switches = { hasFocus, isPointing, isKept };
    const isSame = hasFocus === value.hasFocus && isPointing === value.isPointing && isKept === value.isKept;
    if (isSame && !transaction.docChanged && !transaction.selection) return value;
    if (isPointing) return { ...switches, spans: moved(value.spans, transaction.changes) };
    return { ...switches, spans: hasFocus || isKept ? transaction.newSelection.ranges : [] };
  },
});

function moved(spans: readonly Span[], changes: ChangeSet): Span[] {
  return spans.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to) }));
}

/** Whether what is selected is no text that would be written, but whole things. */
export const keepsHidden = Facet.define<(state: EditorState) => boolean>();

/** @returns whether the syntax between the two is shown */
export function isRevealed(state: EditorState, from: number, to: number): boolean {
  if (state.facet(keepsHidden).some((isHidden) => isHidden(state))) return false;
  return state.field(revealField).spans.some((span) => span.from <= to && span.to >= from);
}

/** Whether Markdown is shown as what it means, not as its source. */
export function isPreviewing(state: EditorState): boolean {
  return state.field(revealField, false) !== undefined;
}

/** Whether the selection is only there: what is in sight at no other time is, when it was searched or gone to. */
export function isSelectedWithin(state: EditorState, from: number, to: number): boolean {
  return state.field(revealField).spans.some((span) => span.from >= from && span.to <= to);
}

const NOWHERE: readonly Span[] = [];

/** @returns the same object as long as nothing has to be shown or hidden */
export function revealedSpans(state: EditorState): readonly Span[] {
  // A state from before the preview was switched on has none.
  return state.field(revealField, false)?.spans ?? NOWHERE;
}

export function revealSyntax(): Extension {
  return [
    revealField,
    // The preview may be switched on while one writes; nobody tells it of a focus that is there already.
    ViewPlugin.define((view) => {
      const timer = setTimeout(() => view.dispatch({ effects: setFocus.of(view.hasFocus) }));
      return { destroy: () => clearTimeout(timer) };
    }),
    EditorView.focusChangeEffect.of((_state, isFocused) => setFocus.of(isFocused)),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (event.button !== 0) return false;
        view.dispatch({ effects: setPointing.of(true) });
        const release = () => view.dispatch({ effects: setPointing.of(false) });
        // CodeMirror has set the selection by then.
        window.addEventListener('mouseup', () => setTimeout(release), { once: true });
        return false;
      },
    }),
  ];
}
