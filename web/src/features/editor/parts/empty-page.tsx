/** The ways to begin an empty page, below its first line. It goes with the first letter. */
import type { EditorView } from '@codemirror/view';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type * as Y from 'yjs';
import type { PageStarters } from '../page-starters.ts';
import type { EditorChanges } from '../view/editor-changes.ts';
import { pageToFill } from './page-to-fill.ts';

interface EmptyPageProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
  /** The page's name. */
  readonly name: Y.Text;
  readonly starters: PageStarters;
}

export function EmptyPage({ view, changes, name, starters }: EmptyPageProps) {
  const isEmpty = useSyncExternalStore(
    changes.subscribe,
    () => view.state.doc.length === 0 && !view.state.readOnly,
  );
  const place = view.dom.parentElement;
  if (!isEmpty || !place) return null;
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: no form, and so no fields
    <div
      role="group"
      aria-label="Start with a template"
      className="page-start"
      onKeyDown={({ key, currentTarget }) => {
        const buttons = [...currentTarget.querySelectorAll('button')];
        const at = buttons.findIndex((button) => button.matches(':focus'));
        if (key === 'ArrowUp' || key === 'Escape') view.focus();
        else if (key === 'ArrowRight') buttons[at + 1]?.focus();
        else if (key === 'ArrowLeft') buttons[at - 1]?.focus();
      }}
    >
      {starters.row(pageToFill(view, name))}
    </div>,
    place,
  );
}
