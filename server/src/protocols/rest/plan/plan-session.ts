/**
 * Plans the transaction's settings before the statement: the request, for functions and policies that read it
 * (docs.postgrest.org/en/v14/references/transactions.html#request-headers-cookies-and-jwt-claims), the time zone, and
 * the operator's own function, which may refuse the request.
 */
import type { HttpRequest, RestRequest } from '../request/rest-request.ts';
import type { Catalog, Schema } from '../schema-cache/schema.ts';
import type { Settings } from '../schema-cache/settings.ts';
import type { SessionPlan } from './plan.ts';

export function planSession(
  { http, preferences }: RestRequest,
  { settings, readsRequest }: Catalog,
  schema: Schema,
): SessionPlan | undefined {
  const { timezone } = preferences;
  const { preRequest } = settings;
  const searchPath = searchPathOf(schema, settings);
  // Writing out the headers costs time, so do it only where something in the database reads them.
  if (!readsRequest && !preRequest && !searchPath && timezone === undefined) return undefined;
  return { request: readsRequest ? describe(http) : undefined, timezone, searchPath, preRequest };
}

/** Every connection looks in `public` already. */
function searchPathOf({ name }: Schema, { extraSearchPath }: Settings): readonly string[] | undefined {
  const schemas = [...new Set([name, ...extraSearchPath])];
  return schemas.length === 1 && name === 'public' ? undefined : schemas;
}

function describe(http: HttpRequest): SessionPlan['request'] {
  const { method, path } = http;
  const headers = Object.fromEntries([...http.headers()].filter(([name]) => name !== 'cookie'));
  return {
    method,
    path,
    headers: JSON.stringify(headers),
    cookies: JSON.stringify(cookiesOf(http.header('cookie') ?? '')),
  };
}

/** RFC 6265 section 4.2.1: pairs, parted by semicolons. */
function cookiesOf(header: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at === -1
        ? []
        : [
            [
              pair.slice(0, at).trim(),
              pair
                .slice(at + 1)
                .trim()
                .replace(/^"(.*)"$/, '$1'),
            ],
          ];
    }),
  );
}
