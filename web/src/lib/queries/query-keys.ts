/**
 * The key of every answer that the app keeps, feature by feature; and the answers to read again after a change.
 * An integration has a table of its own in its folder.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export const queryKeys = {
  account: {
    authenticatorApps: (userId: string) => ['authenticator-apps', userId],
    hasPassword: (userId: string) => ['has-password', userId],
    devices: (userId: string) => ['devices', userId],
    deletion: (userId: string) => ['account-deletion', userId],
  },
  workspaces: {
    /** Those that the person can open, and as what. */
    memberships: (userId: string) => ['memberships', userId],
    /** As the account's settings list them. */
    list: (userId: string) => ['workspaces', userId],
    members: (organizationId: string) => ['members', organizationId],
    /** For files. */
    room: (organizationId: string) => ['room', organizationId],
  },
  invitations: {
    open: (organizationId: string) => ['invitations', organizationId],
    waysOfInviting: ['ways-of-inviting'],
  },
  sharing: {
    visibility: (pageId: string) => ['page-visibility', pageId],
    shares: (organizationId: string) => ['page-shares', organizationId],
  },
  templates: {
    list: (organizationId: string) => ['templates', organizationId],
    text: (id: string, version: string) => ['template-text', id, version],
  },
  /** All share one prefix: news of pages concerns each of them. */
  pages: {
    all: ['pages'],
    trees: ['pages', 'tree'],
    tree: (organizationId: string) => ['pages', 'tree', organizationId],
    allFavorites: ['pages', 'favorites'],
    favorites: (userId: string) => ['pages', 'favorites', userId],
    trash: (organizationId: string) => ['pages', 'trash', organizationId],
    trashBytes: (organizationId: string) => ['pages', 'trash-bytes', organizationId],
    archived: (pageId: string) => ['pages', 'archived', pageId],
    workspace: (pageId: string) => ['pages', 'workspace', pageId],
    activity: (organizationId: string) => ['pages', 'activity', organizationId],
    beginning: (pageId: string) => ['pages', 'beginning', pageId],
    allBacklinks: ['pages', 'backlinks'],
    backlinks: (pageId: string) => ['pages', 'backlinks', pageId],
    search: (organizationId: string, question: string) => ['pages', 'search', organizationId, question],
    searchFiles: (organizationId: string, question: string) => [
      'pages',
      'search-files',
      organizationId,
      question,
    ],
    byline: (pageId: string) => ['pages', 'byline', pageId],
    history: (pageId: string) => ['pages', 'history-page', pageId],
    versions: (pageId: string) => ['pages', 'versions', pageId],
    authorsSince: (pageId: string, version: string) => ['pages', 'authors-since', pageId, version],
    versionTexts: (id: string, savedAt: string) => ['pages', 'version-texts', id, savedAt],
  },
} as const;

const { account, workspaces, invitations, templates } = queryKeys;

/**
 * The answers that a change makes old. Changes of pages are announced to every tab (pages-updated.ts), and
 * features/pages/state/refresh-pages.ts says what each of them makes old: a saved text the answers of the next
 * table, a changed tree everything below `queryKeys.pages.all` that nobody is told of.
 */
export const madeOldBy = {
  newPassword: (userId: string) => [account.devices(userId), account.hasPassword(userId)],
  // The first app signs out every device that has not passed the second step.
  authenticatorApp: (userId: string) => [account.authenticatorApps(userId), account.devices(userId)],
  endedSession: (userId: string) => [account.devices(userId)],
  workspace: (userId: string) => [workspaces.memberships(userId), workspaces.list(userId)],
  // The person's own role may have changed, too.
  roles: (userId: string, organizationId: string) => [
    workspaces.members(organizationId),
    workspaces.memberships(userId),
    workspaces.list(userId),
  ],
  removedMember: (organizationId: string) => [workspaces.members(organizationId)],
  invitation: (organizationId: string) => [invitations.open(organizationId)],
  template: (organizationId: string) => [templates.list(organizationId)],
} as const;

/**
 * The pages whose saved texts an answer may show at once. An answer that is not listed shows none: the tree has its
 * names changed in place, what a page said at a time that is past stays, and search and backlinks follow later.
 */
const SHOWN_TEXTS: Readonly<Record<string, 'of any page' | 'of this page'>> = {
  activity: 'of any page',
  versions: 'of this page',
  beginning: 'of this page',
  'history-page': 'of this page',
};

/** Whether a query's answer is another one as soon as the page's texts are. */
export function showsTexts([about, kind, id]: QueryKey, pageId: string): boolean {
  const shown = about === queryKeys.pages.all[0] ? SHOWN_TEXTS[String(kind)] : undefined;
  return shown === 'of any page' || (shown === 'of this page' && id === pageId);
}

/** Resolves when those on the screen have been read again. */
export async function readAgain(queryClient: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
