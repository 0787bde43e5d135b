/** Checks the form of what a request says. */
import type { z } from 'zod';
import { requestErrors } from '../errors.ts';

/**
 * @param what names the part of the request, as upstream does
 * @throws {StorageError}
 */
export function check<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw requestErrors.invalid(`${[what, ...(issue?.path ?? [])].join('/')}: ${issue?.message}`);
}
