/** POST pages {workspaceId, query?, cursor?}: the pages at Notion that are shared with the connection, to choose from. */
import { callerToken, requireManager } from '../../_shared/caller.ts';
import { asCaller, dataError } from '../../_shared/data-api.ts';
import { type Action, readBody } from '../../_shared/json-function.ts';
import { problemOf } from '../notion/problems.ts';
import { titleOf } from '../notion/remote-page.ts';
import { NotionRequests } from '../notion/requests.ts';
import { orFailure } from './failures.ts';
import { deadline } from './patience.ts';

const LONGEST_QUERY = 200;

export const listPages: Action = {
  method: 'POST',
  failure: { code: 'SYNC_ERROR', sentence: 'Notion’s pages could not be listed' },
  run: async (request) => {
    const { workspaceId, query, cursor } = await readBody(request);
    const { organizationId } = await requireManager(request, workspaceId);
    const requests = new NotionRequests(organizationId, deadline());
    const answer = await orFailure(
      requests
        .read((notion) =>
          notion.search({
            filter: { property: 'object', value: 'page' },
            sort: { timestamp: 'last_edited_time', direction: 'descending' },
            page_size: 50,
            ...(typeof query === 'string' && query.trim() !== ''
              ? { query: query.trim().slice(0, LONGEST_QUERY) }
              : {}),
            ...(typeof cursor === 'string' ? { start_cursor: cursor } : {}),
          }),
        )
        .catch((error) => Promise.reject(problemOf(error))),
    );
    const pages = answer.results.filter((page) => !('in_trash' in page && page.in_trash));
    const here = await linkedHere(
      callerToken(request),
      organizationId,
      pages.map(({ id }) => id),
    );
    return {
      pages: pages.map((page) => ({ id: page.id, title: titleOf(page), isHere: here.has(page.id) })),
      nextCursor: answer.has_more ? answer.next_cursor : null,
    };
  },
};

async function linkedHere(
  token: string,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { data, error } = await asCaller(token)
    .from('pages')
    .select('notion_page_id')
    .eq('organization_id', organizationId)
    .eq('is_archived', false)
    .in('notion_page_id', ids)
    .returns<{ notion_page_id: string }[]>();
  if (error) throw dataError(error);
  return new Set(data.map(({ notion_page_id }) => notion_page_id));
}
