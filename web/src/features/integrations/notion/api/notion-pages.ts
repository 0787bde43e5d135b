/** The pages at Notion that are shared with the connection, newest first. */

import { infiniteQueryOptions } from '@tanstack/react-query';
import { notionKeys } from '../query-keys.ts';
import { callFunction } from './call-function.ts';
import { SYNC_TIMEOUT_MS } from './sync-notion.ts';

export interface NotionPage {
  readonly id: string;
  readonly title: string;
  /** Whether a page here is linked to it. */
  readonly isHere: boolean;
}

interface Part {
  readonly pages: readonly NotionPage[];
  readonly nextCursor: string | undefined;
}

export function notionPagesQuery(workspaceId: string, query: string) {
  return infiniteQueryOptions({
    queryKey: notionKeys.pages(workspaceId, query),
    queryFn: ({ pageParam }): Promise<Part> => getPart(workspaceId, query, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The sharing changes at Notion.
    staleTime: 0,
    retry: false,
  });
}

async function getPart(workspaceId: string, query: string, cursor: string | undefined): Promise<Part> {
  const { pages, nextCursor } = await callFunction({
    path: 'notion-sync/pages',
    body: { workspaceId, query, ...(cursor === undefined ? {} : { cursor }) },
    timeoutMs: SYNC_TIMEOUT_MS,
    failure: { code: 'SYNC_ERROR', message: 'Notion’s pages could not be listed' },
  });
  return {
    pages: Array.isArray(pages) ? (pages as NotionPage[]) : [],
    nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined,
  };
}
