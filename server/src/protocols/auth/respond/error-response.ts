/**
 * The one place that turns a failure into this protocol's JSON. Clients that name an API version of 2024-01-01
 * or later get `{code, message}`, older ones `{code: <status>, error_code, msg}`.
 */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseUnavailableError } from '../../../database/database.ts';
import { BodyError } from '../../../http/bodies/request-bodies.ts';
import { CallerError, type CallerProblem } from '../../../http/caller/caller.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { isDiskFull } from '../../../machine/disk-room.ts';
import type { Observe } from '../../../observe/observation.ts';
import { AuthError } from '../errors.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const API_VERSION_2024 = '2024-01-01';
const RETRY_AFTER_S = 5;

export function renderError(error: Error, context: Context<HttpEnvironment>, observe: Observe): Response {
  if (error instanceof CallerError) return renderCallerProblem(error.problem, context);
  const shown = error instanceof AuthError ? error : unexpected(error);
  // Nothing can follow a body that was not read.
  if (error instanceof BodyError) context.header('connection', 'close');
  if (shown.status >= 500 || shown.cause !== undefined)
    observe({ kind: 'request-failed', requestId: context.get('requestId'), error: error.cause ?? error });
  if (shown.retryAfter !== undefined) context.header('retry-after', String(shown.retryAfter));
  context.header('x-sb-error-code', shown.code);
  const weakPassword = shown.reasons && { weak_password: { reasons: shown.reasons } };
  if (!speaks2024(context)) {
    const body = { code: shown.status, error_code: shown.code, msg: shown.message, ...weakPassword };
    return context.json(body, shown.status);
  }
  context.header(API_VERSION_HEADER, API_VERSION_2024);
  return context.json({ code: shown.code, message: shown.message, ...weakPassword }, shown.status);
}

function unexpected(error: Error): AuthError {
  if (error instanceof BodyError) return unread(error);
  if (error instanceof DatabaseUnavailableError) {
    return new AuthError('unexpected_failure', 'The database does not answer, please try again in a moment', {
      status: 503,
      retryAfter: RETRY_AFTER_S,
    });
  }
  if (isDiskFull(error))
    return new AuthError('unexpected_failure', 'The disk of the server is full', { status: 507 });
  return new AuthError(
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}

function unread({ problem, limitBytes }: BodyError): AuthError {
  switch (problem) {
    case 'too-large':
      return new AuthError('request_entity_too_large', `Request body too large (max ${limitBytes} bytes)`);
    case 'too-slow':
      return new AuthError('request_timeout', 'The request body did not arrive in time');
    case 'too-many':
      return new AuthError('over_request_rate_limit', 'Too many large requests are under way', {
        retryAfter: RETRY_AFTER_S,
      });
    case 'cut-short':
      return new AuthError('bad_json', 'The request body was cut short');
  }
}

/** A version is a date; anything else counts as the oldest. */
function speaks2024(context: Context<HttpEnvironment>): boolean {
  const version = context.req.header(API_VERSION_HEADER) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION_2024;
}

/** In the words of Supabase's gateway, which checks keys in front of its services. */
function renderCallerProblem(problem: CallerProblem, context: Context<HttpEnvironment>): Response {
  const status: ContentfulStatusCode = 401;
  if (problem.kind === 'missing-api-key') {
    const hint = 'No `apikey` request header or url param was found.';
    return context.json({ message: 'No API key found in request', hint }, status);
  }
  if (problem.kind === 'secret-key-in-browser') {
    const hint =
      'Secret API keys can only be used in a protected environment and should never be used in a browser.';
    return context.json({ message: 'Forbidden use of secret API key in browser', hint }, status);
  }
  return context.json({ message: 'Invalid API key', hint: 'Double check your API key.' }, status);
}
