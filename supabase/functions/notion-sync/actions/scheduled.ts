/**
 * POST scheduled: the clock's call, every quarter of an hour, with the secret key. The database decides whose turn it is,
 * so that any number of processes may have a clock.
 */
import type { Action } from '../../_shared/json-function.ts';
import { NotionConnectionError } from '../../_shared/notion/connection.ts';
import { requireOperator } from '../../_shared/operator.ts';
import { connectedWorkspaces } from '../store/runs.ts';
import { syncByClock } from '../sync-workspace.ts';
import { SYNC_FAILED } from './failures.ts';
import { deadline } from './patience.ts';

export const scheduled: Action = {
  method: 'POST',
  failure: SYNC_FAILED,
  run: async (request) => {
    await requireOperator(request);
    const until = deadline();
    let [workspaces, synced, remaining] = [0, 0, 0];
    for (const organizationId of await connectedWorkspaces()) {
      if (Date.now() >= until) break;
      try {
        const report = await syncByClock(organizationId, until);
        if (!report) continue;
        workspaces += 1;
        synced += report.synced;
        remaining += report.remaining;
      } catch (error) {
        // The others have their turn whatever is wrong with this one.
        if (!(error instanceof NotionConnectionError)) console.error(error);
      }
    }
    return { workspaces, synced, remaining };
  },
};
