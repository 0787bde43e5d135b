/** In an empty page the arrow down leads to what the page can begin with. The arrow up leads back from there. */
import { type EditorView, keymap } from '@codemirror/view';

export const emptyPageKeys = keymap.of([{ key: 'ArrowDown', run: enterStarters }]);

function enterStarters({ state, dom }: EditorView): boolean {
  if (state.doc.length > 0) return false;
  const first = dom.parentElement?.querySelector<HTMLElement>('.page-start button');
  first?.focus();
  return first != null;
}
