/** POST {workspaceId, runId?}: syncs every linked page. Given the `runId` of an answer, it goes on where that stopped. */
import { requireManager } from '../../_shared/caller.ts';
import { Failure } from '../../_shared/failure.ts';
import { type Action, readBody } from '../../_shared/json-function.ts';
import { accessToken } from '../../_shared/notion/connection.ts';
import { syncWorkspace } from '../sync-workspace.ts';
import { BLOCKED, orFailure, SYNC_FAILED } from './failures.ts';
import { readOptionalId } from './input.ts';
import { deadline } from './patience.ts';

export const syncAll: Action = {
  method: 'POST',
  failure: SYNC_FAILED,
  run: async (request) => {
    const { workspaceId, runId } = await readBody(request);
    const { organizationId } = await requireManager(request, workspaceId);
    const wanted = readOptionalId(runId, 'run') ?? crypto.randomUUID();
    // Without a connection there is nothing to sync with, however many pages there are.
    await orFailure(accessToken(organizationId));
    const { isBlocked, ...report } = await orFailure(syncWorkspace(organizationId, wanted, deadline()));
    if (isBlocked) throw new Failure(503, 'notion_blocked', BLOCKED);
    return report;
  },
};
