/**
 * First stage: an HTTP request becomes plain data. Knows the protocol's grammar; knows no schema, so every name in
 * the result is only a claim.
 */
import { requestErrors } from '../errors.ts';
import type { Page } from './grammar/syntax.ts';
import { type MediaType, negotiate } from './media-type.ts';
import { rootPage, WHOLE } from './page.ts';
import { type Payload, parseArguments, parseRows } from './payload.ts';
import { type Preferences, parsePreferences } from './preferences.ts';
import { parseQueryParameters, type QueryParameters } from './query-parameters.ts';

/** The parts of an HTTP request that the protocol reads. */
export interface HttpRequest {
  readonly method: string;
  /** Below the protocol's mount, as sent: `/pages`. */
  readonly path: string;
  /** Without `?`. */
  readonly search: string;
  header(name: string): string | undefined;
  /** All of them, with names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>;
  readonly body: string;
}

/** `put` is an upsert of the one row that the filters name. */
export type WriteKind = 'insert' | 'update' | 'put' | 'delete';

export type Action =
  | { readonly kind: 'read'; readonly relation: string; readonly headersOnly: boolean }
  | { readonly kind: WriteKind; readonly relation: string }
  | { readonly kind: 'call'; readonly routine: string; readonly method: 'GET' | 'HEAD' | 'POST' }
  | { readonly kind: 'describe' }
  | { readonly kind: 'options'; readonly relation: string | undefined; readonly routine: string | undefined };

export interface RestRequest {
  readonly action: Action;
  readonly query: QueryParameters;
  readonly page: Page;
  readonly payload: Payload | undefined;
  readonly preferences: Preferences;
  readonly mediaType: MediaType;
  /** The schema that a header chose; undefined for the first exposed one. */
  readonly schema: string | undefined;
  /** The request itself, which functions in the database may read. */
  readonly http: HttpRequest;
}

/** @throws {RestError} PGRST1xx */
export function parseRequest(http: HttpRequest): RestRequest {
  const action = parseAction(http);
  const readsArguments = action.kind === 'call' && action.method !== 'POST';
  const query = parseQueryParameters(http.search, readsArguments);
  if (action.kind === 'put' && (query.limits.length > 0 || query.offsets.length > 0)) {
    throw requestErrors.noPageOnPut();
  }
  const preferences = parsePreferences(http.header('prefer'));
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) {
    throw requestErrors.badPreferences(preferences.unknown);
  }
  return {
    action,
    query,
    page: isWrite(action) ? WHOLE : rootPage(query, http.method === 'GET' ? http.header('range') : undefined),
    payload: parsePayload(action, http, query),
    preferences,
    mediaType: negotiate(http.header('accept'), action.kind === 'describe'),
    schema: http.header(WRITES.has(http.method) ? 'content-profile' : 'accept-profile'),
    http,
  };
}

function parseAction({ method, path }: HttpRequest): Action {
  const [first, second, ...more] = segments(path);
  if (more.length > 0 || (second !== undefined && first !== 'rpc')) throw requestErrors.badPath();
  if (second !== undefined) return routineAction(second, method);
  if (first !== undefined) return relationAction(first, method);
  if (method === 'GET' || method === 'HEAD') return { kind: 'describe' };
  if (method === 'OPTIONS') return { kind: 'options', relation: undefined, routine: undefined };
  throw requestErrors.badMethod(method);
}

function segments(path: string): string[] {
  if (path === '' || path === '/') return [];
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    throw requestErrors.badPath();
  }
}

function routineAction(routine: string, method: string): Action {
  if (method === 'GET' || method === 'HEAD' || method === 'POST') return { kind: 'call', routine, method };
  if (method === 'OPTIONS') return { kind: 'options', relation: undefined, routine };
  throw requestErrors.badRpcMethod(method);
}

function relationAction(relation: string, method: string): Action {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { kind: 'read', relation, headersOnly: method === 'HEAD' };
    case 'POST':
      return { kind: 'insert', relation };
    case 'PATCH':
      return { kind: 'update', relation };
    case 'PUT':
      return { kind: 'put', relation };
    case 'DELETE':
      return { kind: 'delete', relation };
    case 'OPTIONS':
      return { kind: 'options', relation, routine: undefined };
    default:
      throw requestErrors.badMethod(method);
  }
}

function isWrite(action: Action): boolean {
  return ['insert', 'update', 'put', 'delete'].includes(action.kind);
}

/** Writes name their schema with Content-Profile, reads with Accept-Profile. */
const WRITES = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

function parsePayload(action: Action, http: HttpRequest, query: QueryParameters): Payload | undefined {
  const contentType = http.header('content-type');
  if (action.kind === 'insert' || action.kind === 'update' || action.kind === 'put') {
    return parseRows(http.body, contentType, query.columns);
  }
  if (action.kind === 'call' && action.method === 'POST') {
    return parseArguments(http.body, contentType, query.columns);
  }
  return undefined;
}
