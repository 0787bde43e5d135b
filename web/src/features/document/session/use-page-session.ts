/** Opens a page's session for a screen, and lets it go when the screen is left. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { screenIsShown } from '../../../lib/browser/time/when-idle.ts';
import { enterOpenPage } from '../../../lib/page/open-page-saves.ts';
import { announcePagesUpdated, usePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { inNameOf } from '../../../lib/supabase.ts';
import { draftName } from '../drafts/draft-store.ts';
import type { CarriedEdits } from '../machine/carried-edits.ts';
import type { PageSessionSnapshot } from '../machine/page-snapshot.ts';
import { pageServer } from '../wire/supabase-page-server.ts';
import { browserTab } from './browser-tab.ts';
import type { OpenAbsence } from './missed-changes.ts';
import { PageSession } from './page-session.ts';
import { untilKept } from './until.ts';

interface OpenSession {
  /** Another one, once the page has got another document. */
  session: PageSession;
  /** Told of that. */
  readonly onReplaced: Set<(session: PageSession) => void>;
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
    const entry = acquire(userId, pageId);
    setSession(entry.session);
    entry.onReplaced.add(setSession);
    const leave = enterOpenPage(pageId, () => entry.session.saveNow());
    return () => {
      entry.onReplaced.delete(setSession);
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
  const entry = acquire(userId, pageId);
  return {
    get session() {
      return entry.session;
    },
    release: () => release(userId, pageId),
  };
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

/** @param carried edits that the page is to have */
function acquire(userId: string, pageId: string, carried?: CarriedEdits): OpenSession {
  const name = draftName(userId, pageId);
  let entry = open.get(name);
  if (carried) entry?.session.bring(carried);
  if (entry?.isExpected) {
    entry.isExpected = false;
    return entry;
  }
  if (!entry) {
    entry = {
      session: openSession(userId, pageId, carried),
      onReplaced: new Set(),
      users: 0,
      isExpected: false,
    };
    follow(entry, userId, pageId);
    open.set(name, entry);
  }
  entry.users++;
  return entry;
}

function openSession(
  userId: string,
  pageId: string,
  carried?: CarriedEdits,
  absence?: OpenAbsence,
): PageSession {
  return new PageSession({
    name: draftName(userId, pageId),
    userId,
    server: pageServer(inNameOf(userId), pageId),
    tab: browserTab,
    carried,
    absence,
    onSaved: ({ name: title, version }) =>
      announcePagesUpdated({ kind: 'texts', pageId, name: title, updatedAt: version }),
  });
}

function follow(entry: OpenSession, userId: string, pageId: string): void {
  const { session } = entry;
  session.subscribe(() => {
    const { phase } = session.getSnapshot();
    if (phase === 'ready') screenIsShown();
    if (phase === 'replaced' && entry.session === session) void replace(entry, userId, pageId);
  });
}

/** The session before lets go of the drafts first. */
async function replace(entry: OpenSession, userId: string, pageId: string): Promise<void> {
  const before = entry.session;
  await before.close();
  const edits = before.carriedEdits;
  if (open.get(draftName(userId, pageId)) !== entry) {
    // Its screen was left.
    if (!edits) return;
    acquire(userId, pageId, edits);
    return release(userId, pageId);
  }
  entry.session = openSession(userId, pageId, edits, before.absences.open);
  follow(entry, userId, pageId);
  for (const tell of entry.onReplaced) tell(entry.session);
}

function release(userId: string, pageId: string): void {
  const name = draftName(userId, pageId);
  const entry = open.get(name);
  if (!entry) return;
  entry.users--;
  // In a moment: React's development mode leaves and comes back at once.
  setTimeout(async () => {
    if (entry.users > 0) return;
    await untilKept(entry);
    if (entry.users > 0 || open.get(name) !== entry) return;
    open.delete(name);
    void entry.session.close();
  });
}

function neverChanges(): () => void {
  return () => undefined;
}
