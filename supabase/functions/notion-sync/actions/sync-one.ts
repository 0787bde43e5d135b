/** POST page {workspaceId, pageId, keep?}: syncs one page that the caller may write. */
import { callerToken, requireMember } from '../../_shared/caller.ts';
import { asCaller, dataError } from '../../_shared/data-api.ts';
import { Failure } from '../../_shared/failure.ts';
import { type Action, readBody } from '../../_shared/json-function.ts';
import { accessToken } from '../../_shared/notion/connection.ts';
import { NotionRequests } from '../notion/requests.ts';
import { syncPage } from '../sync-page.ts';
import { orFailure, SYNC_FAILED } from './failures.ts';
import { readId } from './input.ts';
import { deadline } from './patience.ts';

export const syncOne: Action = {
  method: 'POST',
  failure: SYNC_FAILED,
  run: async (request) => {
    const { workspaceId, pageId, keep } = await readBody(request);
    const { organizationId } = await requireMember(request, workspaceId);
    const id = readId(pageId, 'page');
    if (keep !== undefined && keep !== 'ours' && keep !== 'theirs')
      throw new Failure(400, 'invalid_request', 'Keep ours or theirs.');
    // A member who sees a page may write it: row-level security decides.
    const { data, error } = await asCaller(callerToken(request))
      .from('pages')
      .select('id, notion_page_id')
      .eq('id', id)
      .eq('organization_id', organizationId)
      .eq('is_archived', false)
      .maybeSingle<{ id: string; notion_page_id: string | null }>();
    if (error) throw dataError(error);
    if (!data) throw new Failure(404, 'page_not_found', 'Page not found or you do not have access to it');
    if (data.notion_page_id === null)
      throw new Failure(409, 'page_not_linked', 'This page has no Notion Page ID.');
    await orFailure(accessToken(organizationId));
    const outcome = await orFailure(syncPage(new NotionRequests(organizationId, deadline()), id, keep));
    if (!outcome) throw new Failure(409, 'sync_under_way', 'This page is being synced right now.');
    return { synced: outcome.state === 'synced' ? 1 : 0, ...outcome };
  },
};
