/**
 * A function that the web app calls, and its JSON: `{data}`, or `{error, code}` with a sentence for people.
 * The web app may be at another origin, as it is on Supabase.
 */
import { Failure } from './failure.ts';

const HEADERS = {
  // An answer is for one person, and soon out of date.
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

export interface Action {
  readonly method: 'GET' | 'POST';
  /** The answer to an unexpected error. */
  readonly failure: { readonly code: string; readonly sentence: string };
  run(request: Request): Promise<unknown>;
}

/** @param actions by the last part of the path */
export function jsonFunction(actions: Readonly<Record<string, Action>>) {
  const known = new Map(Object.entries(actions));
  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: HEADERS });
    const [, name = '', ...rest] = new URL(request.url).pathname.split('/').filter((part) => part !== '');
    const action = rest.length === 0 ? known.get(name) : undefined;
    if (!action) return refuse(new Failure(404, 'not_found', 'There is no such action.'));
    if (request.method !== action.method)
      return refuse(new Failure(405, 'method_not_allowed', 'This action is asked for in another way.'));
    try {
      return Response.json({ data: await action.run(request) }, { headers: HEADERS });
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return refuse(error);
      console.error(error);
      const { code, sentence } = action.failure;
      return refuse(error instanceof Failure ? error : new Failure(500, code, sentence));
    }
  };
}

/** @returns the body, when it is a JSON object that a database can keep @throws {Failure} */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = parse(await request.text());
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new Failure(400, 'invalid_request', 'The request has no JSON object.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (!hasNul(key) && !hasNul(value)) return value;
      throw new Failure(400, 'invalid_request', 'A text in the request has a NUL character: leave it out.');
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    return undefined;
  }
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

function refuse({ status, code, message }: Failure): Response {
  return Response.json({ error: message, code }, { status, headers: HEADERS });
}
