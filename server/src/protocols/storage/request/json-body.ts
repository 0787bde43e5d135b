/** Reads a small JSON body and checks its form. */
import type { Context } from 'hono';
import type { z } from 'zod';
import type { RequestBodies } from '../../../http/bodies/request-bodies.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { requestErrors } from '../errors.ts';
import { check } from './check.ts';
import type { StorageCall } from './storage-call.ts';

// A thousand names fit.
const LARGEST_BYTES = 2 * 1024 * 1024;
const LARGEST_OF_ANYBODY_BYTES = 128 * 1024;

/**
 * @throws {StorageError}
 * @throws {BodyError}
 */
export async function readJson<Schema extends z.ZodType>(
  { bodies }: { readonly bodies: RequestBodies },
  context: Context<HttpEnvironment>,
  { sender }: StorageCall,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await bodies.read(
    context,
    sender,
    sender.isAnybody ? LARGEST_OF_ANYBODY_BYTES : LARGEST_BYTES,
  );
  return check(parse(body.toString()), schema, 'body');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw requestErrors.invalid('The body is not valid JSON');
  }
}
