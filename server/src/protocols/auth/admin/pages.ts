/** Lists by pages, as Supabase Auth gives them: numbered from 1, with the total and the other pages in headers. */
import type { Context } from 'hono';
import { AuthError } from '../errors.ts';

const DEFAULT_SIZE = 50;
const MAX_SIZE = 1000;
const MAX_PAGE = 1_000_000_000;

export interface Page {
  readonly number: number;
  readonly size: number;
}

/** @throws {AuthError} `validation_failed` */
export function readPage(context: Context): Page {
  return {
    number: readNumber(context.req.query('page'), 1, MAX_PAGE),
    size: Math.min(
      readNumber(context.req.query('per_page'), DEFAULT_SIZE, Number.MAX_SAFE_INTEGER),
      MAX_SIZE,
    ),
  };
}

/** Sets `X-Total-Count` and `Link` (RFC 8288). */
export function describePages(context: Context, page: Page, total: number): void {
  const last = Math.ceil(total / page.size);
  const next = last > page.number ? `<${addressOf(context, page.number + 1)}>; rel="next", ` : '';
  context.header('link', `${next}<${addressOf(context, last)}>; rel="last"`);
  context.header('x-total-count', String(total));
}

function readNumber(text: string | undefined, otherwise: number, max: number): number {
  if (!text) return otherwise;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new AuthError('validation_failed', `Bad Pagination Parameters: ${JSON.stringify(text)} is no page`);
}

/** The page comes first: the official client reads the first parameter. */
function addressOf(context: Context, page: number): string {
  const url = new URL(context.req.url);
  const others = [...url.searchParams].filter(([name]) => name !== 'page');
  return `${url.pathname}?${new URLSearchParams([['page', String(page)], ...others])}`;
}
