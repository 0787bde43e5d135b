/** Reads what an operator's request says: JSON, ids, a text to search for, and a page of a list. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { BodyError } from '../../http/bodies/request-bodies.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { isUuid } from '../../http/uuid.ts';
import { OperatorError } from './errors.ts';

const LONGEST_SEARCH = 200;
const MOST_ON_A_PAGE = 200;
const ON_A_PAGE = 25;

/** @throws {OperatorError} */
export async function readJson<Schema extends z.ZodType>(
  context: Context<HttpEnvironment>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context
    .get('body')()
    .catch((error: unknown) => {
      throw error instanceof BodyError
        ? new OperatorError('bad_request', 'The body is too large, or did not arrive.')
        : error;
    });
  const read = schema.safeParse(text === '' ? {} : parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new OperatorError('bad_request', `${issue?.path.join('.') || 'The body'}: ${issue?.message}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws {OperatorError} */
export function readId(context: Context<HttpEnvironment>): string {
  const id = context.req.param('id') ?? '';
  if (!isUuid(id)) throw new OperatorError('not_found', 'There is nothing with this id.');
  return id;
}

export interface List {
  /** In lower case or not; empty for everything. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

/** @throws {OperatorError} */
export function readList(context: Context<HttpEnvironment>): List {
  const search = (context.req.query('search') ?? '').trim();
  if (search.length > LONGEST_SEARCH || search.includes('\0'))
    throw new OperatorError('bad_request', `Search for ${LONGEST_SEARCH} characters at most.`);
  const page = readNumber(context.req.query('page'), 1, 1_000_000);
  const limit = readNumber(context.req.query('per_page'), ON_A_PAGE, MOST_ON_A_PAGE);
  return { search, limit, offset: (page - 1) * limit };
}

function readNumber(text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new OperatorError('bad_request', `A page has a number from 1 to ${most}.`);
}
