/** Reads a request's JSON. Types are checked here; each operation checks the form of its values. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { AuthError } from '../errors.ts';

const MAX_DEPTH = 64;

/** Absent, null and empty mean the same, as in Supabase Auth: its clients send null for what they leave out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Anything that can be the account's metadata. */
export const optionalObject = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? undefined);

/**
 * @param schema the fields that the operation knows; others are ignored
 * @throws {AuthError} `bad_json`, `validation_failed`
 */
export async function readBody<Schema extends z.ZodType>(
  context: Context<HttpEnvironment>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = parseJson(await context.get('body')());
  if (!isStorable(body))
    throw new AuthError('validation_failed', 'Request body contains characters that cannot be stored');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badJson(error instanceof Error ? error.message : 'invalid');
  }
}

function badJson(reason: string): AuthError {
  return new AuthError('bad_json', `Could not parse request body as JSON: ${reason}`);
}

/**
 * Postgres has no NUL in a text and no lone surrogate in a jsonb; the depth keeps recursive readers safe. In one pass
 * that copies nothing: anyone can send a body that is all commas.
 */
function isStorable(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item, depth + 1));
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
