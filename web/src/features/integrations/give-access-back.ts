import { INTEGRATIONS } from './integrations.ts';

/** For a workspace that is about to be gone. Never rejects: a deletion waits for no service. */
export async function giveAccessBack(workspaceId: string): Promise<void> {
  await Promise.all(INTEGRATIONS.map(({ parts }) => parts?.giveBack(workspaceId)));
}
