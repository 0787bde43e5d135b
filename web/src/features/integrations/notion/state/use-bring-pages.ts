/** Brings chosen pages of Notion, and what is beneath them, one after the other, each under its parent. */

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announcePagesUpdated } from '../../../../lib/page/pages-updated.ts';
import { readAgain } from '../../../../lib/queries/query-keys.ts';
import { importNotionPage } from '../api/import-notion-page.ts';
import { notionMadeOldBy } from '../query-keys.ts';
import { type BroughtPage, noteFor } from './brought-page.ts';

export type BringState =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'bringing'; readonly done: number; readonly waiting: number }
  | { readonly kind: 'done'; readonly report: readonly BroughtPage[]; readonly isWhole: boolean };

interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly parentId: string | undefined;
}

export function useBringPages(workspaceId: string) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<BringState>({ kind: 'choosing' });
  const stopped = useRef(false);

  const start = async (chosen: readonly { readonly id: string; readonly title: string }[]) => {
    stopped.current = false;
    const report: BroughtPage[] = [];
    // A page that is chosen itself and stands beneath another chosen one comes once.
    const seen = new Set<string>();
    const waiting: Waiting[] = chosen.map(({ id, title }) => ({ id, title, parentId: undefined }));
    for (let next = waiting.shift(); next && !stopped.current; next = waiting.shift()) {
      if (seen.has(next.id)) continue;
      seen.add(next.id);
      setState({ kind: 'bringing', done: report.length, waiting: waiting.length + 1 });
      try {
        const page = await importNotionPage(workspaceId, next.id, next.parentId);
        report.push({ id: next.id, name: page.name || next.title, status: page.status, note: noteFor(page) });
        const parentId = page.pageId ?? next.parentId;
        waiting.unshift(...page.children.map(({ id, title }) => ({ id, title, parentId })));
      } catch (error) {
        const note = error instanceof Error ? error.message : '';
        report.push({ id: next.id, name: next.title, status: 'skipped', note });
      }
    }
    setState({ kind: 'done', report, isWhole: !stopped.current });
    announcePagesUpdated({ kind: 'anything' });
    await readAgain(queryClient, notionMadeOldBy.sync);
  };

  return {
    state,
    start,
    stop: () => {
      stopped.current = true;
    },
    reset: () => setState({ kind: 'choosing' }),
  };
}
