/** Says where undo ends, to those who wrote on the page before it was opened again and ask for more. */
import { Transaction } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { read, store } from '../../../lib/browser/storage/stored-value.ts';
import { pageHistoryPath } from '../../../lib/paths.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import type { EditorChanges } from '../view/editor-changes.ts';

/** @returns what to call when nothing is left to be undone */
export function useUndoEnd(pageId: string, changes: EditorChanges): () => void {
  const navigate = useNavigate();
  const key = `trellis-edited-${pageId}`;
  const [wasEdited] = useState(() => read(key, isTrue, 'sessionStorage') ?? false);
  const isTold = useRef(false);
  useEffect(() => {
    const stop = changes.subscribe((update) => {
      if (!isTyped(update)) return;
      stop();
      store(key, true, 'sessionStorage');
    });
    return stop;
  }, [key, changes]);
  return () => {
    if (!wasEdited || isTold.current) return;
    isTold.current = true;
    toast('warning', 'Undo reaches back to when this page was opened.', {
      description: 'Earlier texts are in its history.',
      action: { label: 'Version history', run: () => void navigate(pageHistoryPath(pageId)) },
    });
  };
}

/** The text of others comes without such an event. */
function isTyped({ docChanged, transactions }: ViewUpdate): boolean {
  return docChanged && transactions.some((one) => one.annotation(Transaction.userEvent) !== undefined);
}

function isTrue(value: unknown): value is true {
  return value === true;
}
