/**
 * POST scheduled: the clock's call, every quarter of an hour, with the secret key. The database decides whose turn it is,
 * so that any number of processes may have a clock.
 */
import { callerToken } from '../../_shared/caller.ts';
import { Failure } from '../../_shared/failure.ts';
import type { Action } from '../../_shared/json-function.ts';
import { NotionConnectionError } from '../../_shared/notion/connection.ts';
import { apiSettings } from '../../_shared/settings.ts';
import { connectedWorkspaces } from '../store/runs.ts';
import { syncByClock } from '../sync-workspace.ts';
import { SYNC_FAILED } from './failures.ts';
import { deadline } from './patience.ts';

export const scheduled: Action = {
  method: 'POST',
  failure: SYNC_FAILED,
  run: async (request) => {
    if (!(await isSame(callerToken(request), apiSettings().secretKey)))
      throw new Failure(403, 'operator_only', 'Only the server’s own clock may do this.');
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

/** Takes the same time whatever differs. */
async function isSame(given: string, expected: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [given, expected].map(
      async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    ),
  );
  let difference = 0;
  one?.forEach((byte, index) => {
    difference |= byte ^ (other?.[index] ?? 0);
  });
  return difference === 0;
}
