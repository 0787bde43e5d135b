/** Turns Notion's refusals into problems. */
import { isHTTPResponseError } from '@notionhq/client';
import { NotionConnectionError } from '../../_shared/notion/connection.ts';
import { PageProblem } from '../page-problem.ts';
import { isTrouble, NotionStopped } from './requests.ts';

/** @returns the error itself when it ends the sync, else a {@link PageProblem} */
export function problemOf(error: unknown): unknown {
  if (
    error instanceof PageProblem ||
    error instanceof NotionStopped ||
    error instanceof NotionConnectionError
  )
    return error;
  if (isTrouble(error)) return new PageProblem('failed', 'unavailable', error);
  if (!isHTTPResponseError(error)) return error;
  // Notion answers the same for a missing page and for one that is not shared.
  if (error.status === 404) return new PageProblem('gone', 'not-shared', error);
  if (error.status === 403) return new PageProblem('failed', 'not-allowed', error);
  if (error.status === 409) return new PageProblem('failed', 'changed-meanwhile', error);
  return new PageProblem('failed', 'refused', error);
}
