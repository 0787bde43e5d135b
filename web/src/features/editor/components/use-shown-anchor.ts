/** Shows the block that the page's address names. */
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { loadPageParts } from '../load-page-parts.ts';
import type { PageMode } from '../toolbar/page-modes.ts';

export function useShownAnchor(
  view: EditorView | undefined,
  mode: PageMode,
  page: RefObject<HTMLElement | null>,
): void {
  const { hash, key } = useLocation();
  const show = useEffectEvent(async (editor: EditorView) => {
    const parts = await loadPageParts().catch(() => undefined);
    if (!parts || !editor.dom.isConnected) return;
    parts.showAnchor(editor, hash.slice(1), mode === 'reading' ? (page.current ?? undefined) : undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again shows its block again
  useEffect(() => {
    if (view && hash.length > 1) void show(view);
  }, [view, hash, key]);
}
