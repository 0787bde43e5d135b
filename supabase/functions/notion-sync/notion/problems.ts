/** What Notion's refusals mean for a page. */
import { isHTTPResponseError } from '@notionhq/client';
import { NotionConnectionError } from '../../_shared/notion/connection.ts';
import { PageProblem } from '../page-problem.ts';
import { isTrouble, NotionStopped } from './requests.ts';

/** @returns what ends more than this page as it is, and else a {@link PageProblem} */
export function problemOf(error: unknown): unknown {
  if (
    error instanceof PageProblem ||
    error instanceof NotionStopped ||
    error instanceof NotionConnectionError
  )
    return error;
  if (isTrouble(error)) return new PageProblem('failed', 'unavailable', error);
  if (!isHTTPResponseError(error)) return error;
  // Notion says the same of a page that is not there and of one that is not shared.
  if (error.status === 404) return new PageProblem('gone', 'not-shared', error);
  if (error.status === 403) return new PageProblem('failed', 'not-allowed', error);
  if (error.status === 409) return new PageProblem('failed', 'changed-meanwhile', error);
  return new PageProblem('failed', 'refused', error);
}
