/** Links in the editor are followed with Ctrl or Cmd and a click, or with a key where the caret is in one. */
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

/** @param open what to do with a link's address as the page says it */
export function followLinks(open: (address: string) => void): Extension {
  return EditorView.domEventHandlers({
    mousedown: (event) => {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const link = event.target instanceof Element ? event.target.closest('[data-href]') : null;
      if (!(link instanceof HTMLElement) || link.dataset.href === undefined) return false;
      event.preventDefault();
      open(link.dataset.href);
      return true;
    },
  });
}

/** @returns the address of the link that the caret is in */
export function linkAtCaret(view: EditorView): string | undefined {
  const { head } = view.state.selection.main;
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(view.state).resolveInner(head, side);
    for (; node; node = node.parent) {
      const url = node.name === 'URL' ? node : node.name === 'Link' ? node.getChild('URL') : null;
      if (url) return view.state.sliceDoc(url.from, url.to);
    }
  }
  return undefined;
}
