/** The place where a page's text names a file that is drawn. */
import type { EditorState } from '@codemirror/state';

interface FileSource {
  readonly from: number;
  readonly to: number;
  readonly wordsFrom: number;
  readonly wordsTo: number;
}

/** @param position of what is drawn: in the line of its Markdown, or right below @returns the nearest one */
export function fileAt(state: EditorState, position: number, address: string): FileSource | undefined {
  const { from: start, text } = state.doc.lineAt(Math.min(position, state.doc.length));
  const found = [...text.matchAll(/!?\[((?:\\.|[^[\]\\])*)\]\(([^\s()<>]+)\)/g)]
    .filter(([, , named]) => named === address)
    .map(({ 0: whole, 1: words = '', index }) => {
      const from = start + index;
      const wordsFrom = from + whole.indexOf('[') + 1;
      return { from, to: from + whole.length, wordsFrom, wordsTo: wordsFrom + words.length };
    });
  return found.sort((a, b) => Math.abs(a.from - position) - Math.abs(b.from - position))[0];
}
