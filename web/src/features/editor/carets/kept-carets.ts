/**
 * Keeps the caret's place in a page's text, for each entry of the tab's history: back, forward and a reload find it again, by the
 * letter that it stood at.
 */
import type { EditorView } from '@codemirror/view';
import * as Y from 'yjs';
import { indexOfPlace, placeAt } from '../../document/moves/places.ts';

const STORAGE_KEY = 'trellis-carets';
// The browser keeps about as many entries.
const MOST = 50;
// By touch the focus brings the keyboard up, over what one came to read.
const MAY_FOCUS = matchMedia('(pointer: fine)').matches;

interface KeptCaret {
  readonly anchor: unknown;
  readonly head: unknown;
  /** Whether the person was writing. */
  readonly wasFocused: boolean;
}

// The newest stands last.
const carets = new Map<string, KeptCaret>(read());

/**
 * @param entryOf the entry of the history that the editor is shown for at the moment
 * @param isReturn whether the person has come back to it
 * @returns what ends it, before the editor goes
 */
export function keepCaret(
  view: EditorView,
  text: Y.Text,
  entryOf: () => string,
  isReturn: boolean,
): () => void {
  const kept = carets.get(entryOf());
  let wasFocused = false;
  if (isReturn && kept) wasFocused = bringBack(view, text, kept);
  const noteFocus = () => (wasFocused = true);
  const note = () => {
    const { anchor, head } = view.state.selection.main;
    if (anchor === 0 && head === 0 && !wasFocused) return;
    const entry = entryOf();
    carets.delete(entry);
    carets.set(entry, { anchor: placeOf(text, anchor), head: placeOf(text, head), wasFocused });
  };
  const leave = () => {
    note();
    write();
  };
  view.contentDOM.addEventListener('focus', noteFocus);
  window.addEventListener('pagehide', leave);
  return () => {
    note();
    view.contentDOM.removeEventListener('focus', noteFocus);
    window.removeEventListener('pagehide', leave);
  };
}

/** @returns whether the person goes on writing */
function bringBack(view: EditorView, text: Y.Text, { anchor, head, wasFocused }: KeptCaret): boolean {
  const [from, to] = [indexOf(text, anchor), indexOf(text, head)];
  if (from === undefined || to === undefined) return false;
  view.dispatch({ selection: { anchor: from, head: to } });
  // A link that led away may still have the focus; a person who types in a field keeps it.
  const isTaken = document.activeElement?.closest('input, textarea, [role=dialog]') !== null;
  if (!wasFocused || isTaken || !MAY_FOCUS) return false;
  view.focus();
  return true;
}

function placeOf(text: Y.Text, index: number): unknown {
  return Y.relativePositionToJSON(placeAt(text, index));
}

/** @returns undefined for a place in another document: the page's began again since */
function indexOf(text: Y.Text, place: unknown): number | undefined {
  return indexOfPlace(text, Y.createRelativePositionFromJSON(place));
}

function write(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...carets].slice(-MOST)));
  } catch {
    // A reload begins without a caret then.
  }
}

/** In this tab, only this module writes there. */
function read(): [string, KeptCaret][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}
