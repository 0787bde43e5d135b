/** Opens a page's session for a screen, and lets it go when the screen is left. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { screenIsShown } from '../../../lib/browser/when-idle.ts';
import { enterOpenPage } from '../../../lib/open-page-saves.ts';
import { announcePagesUpdated, usePagesUpdated } from '../../../lib/pages-updated.ts';
import { pageServer } from '../api/supabase-page-server.ts';
import { browserTab } from './browser-tab.ts';
import { draftName } from './draft-store.ts';
import { PageSession } from './page-session.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

interface OpenSession {
  readonly session: PageSession;
  users: number;
  /** One of the users is a screen that is still on its way. */
  isExpected: boolean;
}

// A screen that takes longer opens the page itself.
const LONGEST_EXPECTED_MS = 10_000;

// A session outlives its screen until it has saved; a screen that opens the page meanwhile gets the same one.
const open = new Map<string, OpenSession>();

const LOADING: PageSessionSnapshot = { phase: 'loading', status: 'saved' };

/** @returns undefined for the session until it is open */
export function usePageSession(
  userId: string,
  pageId: string,
): { session: PageSession | undefined } & PageSessionSnapshot {
  const [session, setSession] = useState<PageSession>();
  useEffect(() => {
    const acquired = acquire(userId, pageId);
    setSession(acquired);
    const leave = enterOpenPage(pageId, () => acquired.saveNow());
    return () => {
      leave();
      setSession(undefined);
      release(userId, pageId);
    };
  }, [userId, pageId]);
  usePagesUpdated((change) => {
    if (change.kind === 'told-texts' && change.pageId === pageId) session?.refresh(change.updatedAt);
    else if (change.kind === 'told-tree') {
      const { pageIds, goneIds } = change;
      if (!pageIds || goneIds?.includes(pageId)) session?.refresh();
      else if (pageIds.includes(pageId)) session?.refreshUnlessReady();
    }
    // Every tab has what was saved in one of them: they share the document.
    else if (change.kind !== 'texts' && change.kind !== 'favorites' && change.kind !== 'told-texts')
      session?.refresh();
  });
  const snapshot = useSyncExternalStore(
    session?.subscribe ?? neverChanges,
    session?.getSnapshot ?? (() => LOADING),
  );
  return { session, ...snapshot };
}

/** For work on a page that is not its screen. */
export function holdPageSession(
  userId: string,
  pageId: string,
): { readonly session: PageSession; readonly release: () => void } {
  return { session: acquire(userId, pageId), release: () => release(userId, pageId) };
}

/** Begins to open a page whose screen is about to be shown. */
export function expectPage(userId: string, pageId: string): void {
  const name = draftName(userId, pageId);
  if (open.has(name)) return;
  acquire(userId, pageId);
  const entry = open.get(name);
  if (!entry) return;
  entry.isExpected = true;
  setTimeout(() => {
    if (entry.isExpected) release(userId, pageId);
    entry.isExpected = false;
  }, LONGEST_EXPECTED_MS);
}

function acquire(userId: string, pageId: string): PageSession {
  const name = draftName(userId, pageId);
  let entry = open.get(name);
  if (entry?.isExpected) {
    entry.isExpected = false;
    return entry.session;
  }
  if (!entry) {
    const session = new PageSession({
      name,
      server: pageServer(pageId),
      tab: browserTab,
      onSaved: ({ name, version }) =>
        announcePagesUpdated({ kind: 'texts', pageId, name, updatedAt: version }),
    });
    session.subscribe(() => {
      if (session.getSnapshot().phase === 'ready') screenIsShown();
    });
    entry = { session, users: 0, isExpected: false };
    open.set(name, entry);
  }
  entry.users++;
  return entry.session;
}

function release(userId: string, pageId: string): void {
  const name = draftName(userId, pageId);
  const entry = open.get(name);
  if (!entry) return;
  entry.users--;
  // In a moment: React's development mode leaves and comes back at once.
  setTimeout(() => {
    if (entry.users > 0 || open.get(name) !== entry) return;
    open.delete(name);
    void entry.session.close();
  });
}

function neverChanges(): () => void {
  return () => undefined;
}
