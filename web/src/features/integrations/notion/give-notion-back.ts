/** For a workspace that is about to be gone: nobody could end its access to Notion afterwards. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { callFunction } from './api/call-function.ts';

// Longer than the server waits for Notion.
const PATIENCE_MS = 8000;

/** Never rejects: a deletion waits neither for Notion nor for a server without functions. */
export async function giveNotionBack(workspaceId: string): Promise<void> {
  try {
    await callFunction({
      path: 'notion-oauth/disconnect',
      body: { workspaceId },
      timeoutMs: PATIENCE_MS,
      failure: { code: 'DISCONNECT_ERROR', message: sentences.disconnectFailed },
    });
  } catch {
    // The tokens are deleted with the workspace; Notion's own settings list what has access.
  }
}
