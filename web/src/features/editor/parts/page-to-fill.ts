/** The open page for those who give it a text to begin with. */
import type { EditorView } from '@codemirror/view';
import type * as Y from 'yjs';
import { LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/page/page-defaults.ts';
import { replaceText } from '../../document/words/page-document.ts';
import { insertOutside } from '../blocks/insert-block.ts';
import type { PageToFill } from '../page-starters.ts';

// A name that came with a text is given up for the next one's, when the text was undone.
const given = new WeakMap<Y.Text, string>();

/** @param name the page's */
export function pageToFill(view: EditorView, name: Y.Text): PageToFill {
  const ownName = () => {
    const current = name.toString().trim();
    const isGiven = view.state.doc.length === 0 && current === given.get(name);
    return current === '' || current === DEFAULT_PAGE_NAME || isGiven ? undefined : current;
  };
  return {
    name: ownName,
    fill: (started) => {
      // The page may have been left meanwhile.
      if (!view.dom.isConnected) return;
      if (ownName() === undefined) {
        const next = started.name.slice(0, LONGEST_PAGE_NAME);
        name.doc?.transact(() => replaceText(name, next));
        given.set(name, next);
      }
      insertOutside(view, () => ({ text: started.content.trimEnd(), caret: 0 }));
      view.focus();
    },
  };
}
