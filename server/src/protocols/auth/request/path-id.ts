/** An id in a request's path. */
import type { Context } from 'hono';
import { isUuid } from '../../../http/uuid.ts';
import { AuthError } from '../errors.ts';

/**
 * @param name as the route calls it
 * @throws {AuthError} `validation_failed`, as 404: there is nothing at such an address
 */
export function readId(context: Context, name: string): string {
  const id = context.req.param(name) ?? '';
  if (!isUuid(id)) throw new AuthError('validation_failed', `${name} must be an UUID`, { status: 404 });
  return id;
}
