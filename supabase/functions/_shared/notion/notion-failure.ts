/** Turns a failed call to Notion into a sentence for people. */
import { isHTTPResponseError, RequestTimeoutError } from '@notionhq/client';
import { Failure } from '../failure.ts';
import { isAppRefused } from './notion-client.ts';

/** @returns undefined when Notion answered, and the answer is about the request */
export function notionFailure(error: unknown): Failure | undefined {
  if (RequestTimeoutError.isRequestTimeoutError(error))
    return new Failure(504, 'notion_timeout', 'Notion did not answer in time. Try again in a minute.', error);
  if (!isHTTPResponseError(error))
    return new Failure(
      502,
      'notion_unreachable',
      'Notion could not be reached. Try again in a minute.',
      error,
    );
  if (error.status === 429 || error.status >= 500)
    return new Failure(503, 'notion_busy', 'Notion is busy. Try again in a minute.', error);
  if (isAppRefused(error))
    return new Failure(
      502,
      'notion_app_refused',
      'Notion does not accept this server’s client ID and secret. The operator of the server has to correct them.',
      error,
    );
  return undefined;
}
