/** Notion's rate limits. @see https://developers.notion.com/reference/request-limits */
import { isHTTPResponseError } from '@notionhq/client';

// The wait where Notion names none.
const DEFAULT_SECONDS = 5;

/** @returns how long to wait before asking anything again; undefined when the error is not about that */
export function retryAfterSeconds(error: unknown): number | undefined {
  if (!isHTTPResponseError(error) || (error.status !== 429 && error.status !== 529)) return undefined;
  const told = [header(error.headers), error.additional_data?.retry_after].map(Number);
  const seconds = told.filter((value) => Number.isFinite(value) && value > 0);
  return seconds.length === 0 ? DEFAULT_SECONDS : Math.max(...seconds);
}

/** Waiting does not help: it is never asked again. */
export function isBlocked(error: unknown): boolean {
  return isHTTPResponseError(error) && error.body.includes('public_api_request_blocked');
}

function header(headers: unknown): unknown {
  if (headers instanceof Headers) return headers.get('retry-after') ?? undefined;
  return typeof headers === 'object' && headers !== null
    ? (headers as Record<string, unknown>)['retry-after']
    : undefined;
}
