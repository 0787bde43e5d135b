/** The answers about Notion that the app keeps, by their keys, and what is read again after a change. */

export const notionKeys = {
  status: (workspaceId: string) => ['notion-status', workspaceId],
  callback: (code: string | undefined, state: string | undefined) => ['notion-callback', code, state],
  pages: (workspaceId: string, question: string) => ['notion-pages', workspaceId, question],
  syncs: ['notion-sync'],
  run: (workspaceId: string) => ['notion-sync', 'run', workspaceId],
  problems: (workspaceId: string) => ['notion-sync', 'problems', workspaceId],
  page: (pageId: string) => ['notion-sync', 'page', pageId],
} as const;

export const notionMadeOldBy = {
  connection: (workspaceId: string) => [notionKeys.status(workspaceId)],
  sync: [notionKeys.syncs],
  syncOfAll: (workspaceId: string) => [notionKeys.status(workspaceId), notionKeys.syncs],
} as const;
