/**
 * Gives back the access to every service that a workspace was connected to, before the workspace goes. Never
 * rejects: a deletion waits for no service.
 */
import { INTEGRATIONS } from './integrations.ts';

export async function giveAccessBack(workspaceId: string): Promise<void> {
  await Promise.all(INTEGRATIONS.map(({ parts }) => parts?.giveBack(workspaceId)));
}
