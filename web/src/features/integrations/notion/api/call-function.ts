/** Calls a server function about Notion. */

import { FunctionsHttpError } from '@supabase/supabase-js';
import { AppError } from '../../../../lib/errors/app-error.ts';
import { type ErrorCode, networkSentence, sentences } from '../../../../lib/errors/error-catalogue.ts';
import { requestIdIn } from '../../../../lib/errors/failed-request.ts';
import { supabase } from '../../../../lib/supabase.ts';
import { FUNCTION_TIMEOUT_MS } from '../../../../lib/timings.ts';

interface Call {
  /** The path below /functions/v1. */
  readonly path: string;
  /** Sent as JSON with POST; without one the call is a GET. */
  readonly body?: Record<string, string>;
  /** How long to wait for the answer. */
  readonly timeoutMs?: number;
  /** The error when the answer gives no reason. */
  readonly failure: { readonly code: ErrorCode; readonly message: string };
}

/** @returns the answer's `data` @throws {AppError} */
export async function callFunction({
  path,
  body,
  timeoutMs = FUNCTION_TIMEOUT_MS,
  failure,
}: Call): Promise<Record<string, unknown>> {
  const { data, error } = await supabase.functions.invoke<unknown>(
    path,
    body ? { method: 'POST', body, timeout: timeoutMs } : { method: 'GET', timeout: timeoutMs },
  );
  if (error instanceof FunctionsHttpError)
    throw new AppError(
      failure.code,
      (await readError(error)) ?? failure.message,
      error,
      requestIdIn(error.context),
    );
  if (error) throw new AppError('NETWORK_ERROR', networkSentence(), error);
  const answer = field(data, 'data');
  if (typeof answer !== 'object' || answer === null) throw new AppError(failure.code, failure.message, data);
  return answer as Record<string, unknown>;
}

async function readError(error: FunctionsHttpError): Promise<string | undefined> {
  const { context }: { context: unknown } = error;
  if (!(context instanceof Response)) return undefined;
  if (context.status === 413) return sentences.tooLarge;
  const body: unknown = await context.json().catch(() => undefined);
  const message = field(body, 'error');
  return typeof message === 'string' ? message : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
