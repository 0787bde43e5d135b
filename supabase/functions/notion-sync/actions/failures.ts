/** The sentences for a sync that could not run at all. */
import { Failure } from '../../_shared/failure.ts';
import { NotionConnectionError } from '../../_shared/notion/connection.ts';
import { NotionStopped } from '../notion/requests.ts';

export const SYNC_FAILED = { code: 'SYNC_ERROR', sentence: 'Sync failed' } as const;

export const BLOCKED = 'Notion has blocked requests of this connection. Ask Notion why, or connect again.';
const BUSY = 'Notion is busy. Try again in a few minutes.';

/** Turns an error of the work into a sentence. @throws {Failure} */
export async function orFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotionConnectionError) {
      const status = error.problem === 'unavailable' ? 503 : 409;
      throw new Failure(status, `notion_${error.problem.replace('-', '_')}`, error.message, error);
    }
    if (error instanceof NotionStopped)
      throw new Failure(503, `notion_${error.reason}`, error.reason === 'blocked' ? BLOCKED : BUSY, error);
    throw error;
  }
}
