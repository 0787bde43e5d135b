/** Shows the block of a name, while the page is written and while it is read. */
import { forceParsing, syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { placeOfAnchor } from '../blocks/block-anchors.ts';
import { showPlace } from './show-place.ts';

const LONGEST_PARSE_MS = 500;
const ROOM_PX = 64;

/**
 * @param hash of the page's address, without its sign
 * @param readPage the page, while it is read
 */
export function showAnchor(view: EditorView, hash: string, readPage: HTMLElement | undefined): void {
  const place = placeIn(view, decode(hash));
  if (place === undefined) return;
  if (readPage) {
    showPlace(readPage, place);
    return;
  }
  view.dispatch({
    selection: { anchor: place },
    effects: EditorView.scrollIntoView(place, { y: 'start', yMargin: ROOM_PX }),
  });
}

function placeIn(view: EditorView, anchor: string): number | undefined {
  forceParsing(view, view.state.doc.length, LONGEST_PARSE_MS);
  const { state } = view;
  return placeOfAnchor(syntaxTree(state), (from, to) => state.sliceDoc(from, to), anchor);
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
