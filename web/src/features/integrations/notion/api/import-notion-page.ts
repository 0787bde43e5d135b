/** Brings one page from Notion. */
import { type BlockCount, readBlocks } from '../page-sync.ts';
import { callFunction } from './call-function.ts';
import { SYNC_TIMEOUT_MS } from './sync-notion.ts';

export interface ImportedPage {
  readonly status: 'imported' | 'here' | 'skipped';
  readonly reason: string | null;
  /** The page here. */
  readonly pageId: string | undefined;
  readonly name: string;
  /** The pages beneath it at Notion. */
  readonly children: readonly { readonly id: string; readonly title: string }[];
  /** Blocks that did not come along. */
  readonly left: readonly BlockCount[];
}

/** @throws {AppError} */
export async function importNotionPage(
  workspaceId: string,
  notionPageId: string,
  parentId: string | undefined,
): Promise<ImportedPage> {
  const { status, reason, pageId, name, children, left } = await callFunction({
    path: 'notion-sync/import',
    body: { workspaceId, notionPageId, ...(parentId === undefined ? {} : { parentId }) },
    timeoutMs: SYNC_TIMEOUT_MS,
    failure: { code: 'SYNC_ERROR', message: 'The page could not be imported' },
  });
  return {
    status: status === 'imported' || status === 'here' ? status : 'skipped',
    reason: typeof reason === 'string' ? reason : null,
    pageId: typeof pageId === 'string' ? pageId : undefined,
    name: typeof name === 'string' ? name : '',
    children: Array.isArray(children) ? (children as ImportedPage['children']) : [],
    left: readBlocks(left),
  };
}
