/** How syncing with Notion stands: for a workspace, and for a page. */

import { queryOptions } from '@tanstack/react-query';
import { toDataError } from '../../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../../lib/supabase.ts';
import { type BlockCount, type Direction, readBlocks, type SyncState } from '../page-sync.ts';
import { notionKeys } from '../query-keys.ts';

export interface SyncRun {
  readonly total: number;
  readonly done: number;
  readonly synced: number;
  readonly startedAt: string;
  readonly hasEnded: boolean;
}

export function syncRunQuery(workspaceId: string) {
  return queryOptions({
    queryKey: notionKeys.run(workspaceId),
    queryFn: async (): Promise<SyncRun | null> => {
      const { data, error, status } = await supabase
        .from('notion_sync_runs')
        .select('total, done, synced, started_at, ended_at')
        .eq('organization_id', workspaceId)
        .maybeSingle();
      if (error) throw toDataError(error, status);
      if (!data) return null;
      const { total, done, synced, started_at, ended_at } = data;
      return { total, done, synced, startedAt: started_at, hasEnded: ended_at !== null };
    },
  });
}

export interface PageSync {
  readonly state: SyncState;
  readonly reason: string | null;
  readonly blocks: readonly BlockCount[];
}

export interface PageNotInStep extends PageSync {
  readonly pageId: string;
  readonly name: string;
}

// More are no longer read.
const MOST_LISTED = 200;

/** The pages that are not in step with Notion, of those that the person sees. */
export function pagesNotInStepQuery(workspaceId: string) {
  return queryOptions({
    queryKey: notionKeys.problems(workspaceId),
    queryFn: async (): Promise<PageNotInStep[]> => {
      const { data, error, status } = await supabase
        .from('page_notion_syncs')
        .select('page_id, state, reason, blocks, pages!inner(name, is_archived)')
        .eq('organization_id', workspaceId)
        .eq('pages.is_archived', false)
        .not('state', 'in', '(synced,waiting)')
        .order('checked_at', { ascending: false })
        .limit(MOST_LISTED);
      if (error) throw toDataError(error, status);
      return data.map(({ page_id, state, reason, blocks, pages: { name } }) => ({
        pageId: page_id,
        name,
        reason,
        state: state as SyncState,
        blocks: readBlocks(blocks),
      }));
    },
  });
}

export interface PageLink {
  readonly isLinked: boolean;
  readonly direction: Direction;
  readonly url: string | null;
  readonly lastSync: string | null;
  /** Null before anybody has looked. */
  readonly sync: PageSync | null;
}

/** A page's counterpart at Notion, and how it stands with it; null for a page that is not there. */
export function pageLinkQuery(pageId: string) {
  return queryOptions({
    queryKey: notionKeys.page(pageId),
    // Looked at right after it was changed.
    staleTime: 0,
    queryFn: async (): Promise<PageLink | null> => {
      const { data, error, status } = await supabase
        .from('pages')
        .select(
          'notion_page_id, notion_direction, notion_url, notion_last_sync, page_notion_syncs(state, reason, blocks)',
        )
        .eq('id', pageId)
        .maybeSingle();
      if (error) throw toDataError(error, status);
      if (!data) return null;
      const [sync] = [data.page_notion_syncs].flat();
      return {
        isLinked: data.notion_page_id !== null,
        direction: data.notion_direction as Direction,
        url: data.notion_url,
        lastSync: data.notion_last_sync,
        sync: sync
          ? { state: sync.state as SyncState, reason: sync.reason, blocks: readBlocks(sync.blocks) }
          : null,
      };
    },
  });
}
