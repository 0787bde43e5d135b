/** Content negotiation: the Accept header against what this protocol can write (RFC 9110 section 12.5.1). */
import { requestErrors } from '../errors.ts';

export type Shape = 'array' | 'object' | 'csv' | 'openapi';

export interface MediaType {
  readonly shape: Shape;
  /** Leave out the keys whose value is null. */
  readonly stripped: boolean;
  /** Not the rows are asked for, but how Postgres would get at them. */
  readonly explain?: Explain;
}

const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

export interface Explain {
  readonly format: 'text' | 'json';
  readonly options: readonly (typeof EXPLAIN_OPTIONS)[number][];
  /** The media type itself, as it was asked for. */
  readonly type: string;
}

const JSON_ARRAY: MediaType = { shape: 'array', stripped: false };

/**
 * @param accept the Accept header; none accepts anything
 * @param atRoot whether the API's description is asked for
 * @throws {RestError} PGRST107
 */
export function negotiate(accept: string | undefined, atRoot: boolean): MediaType {
  if (!accept || accept === '*/*') return atRoot ? { shape: 'openapi', stripped: false } : JSON_ARRAY;
  const wanted = accept
    .split(',')
    .map((entry, index) => ({ entry: entry.trim().toLowerCase(), index }))
    .filter(({ entry }) => quality(entry) > 0)
    .sort((a, b) => quality(b.entry) - quality(a.entry) || a.index - b.index);
  for (const { entry } of wanted) {
    const found = atRoot ? describe(entry) : lookUp(entry);
    if (found) return found;
  }
  throw requestErrors.noMediaType(accept.split(',').map((entry) => entry.trim()));
}

function quality(entry: string): number {
  const value = /;\s*q=([\d.]+)/.exec(entry)?.[1];
  return value === undefined ? 1 : Number(value);
}

function lookUp(entry: string): MediaType | undefined {
  const stripped = /;\s*nulls=stripped/.test(entry);
  switch (entry.split(';', 1)[0]?.trim()) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_ARRAY;
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { shape: 'array', stripped };
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { shape: 'object', stripped };
    case 'text/csv':
      return { shape: 'csv', stripped: false };
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return explain('text', entry);
    case 'application/vnd.pgrst.plan+json':
      return explain('json', entry);
    default:
      return undefined;
  }
}

/** The client asks for the plan of the type that `for` names. */
function explain(format: Explain['format'], entry: string): MediaType {
  const wanted = /;\s*for="([^"]*)"/.exec(entry)?.[1] ?? 'application/json';
  const base = wanted.includes('vnd.pgrst.plan') ? undefined : lookUp(wanted);
  const given = /;\s*options=([\w|]+)/.exec(entry)?.[1]?.split('|') ?? [];
  const options = EXPLAIN_OPTIONS.filter((option) => given.includes(option));
  const list = options.length > 0 ? `; options=${options.join('|')}` : '';
  const type = `application/vnd.pgrst.plan+${format}; for="${base ? wanted : 'application/json'}"${list}`;
  return { ...(base ?? JSON_ARRAY), explain: { format, options, type } };
}

function describe(entry: string): MediaType | undefined {
  const type = entry.split(';', 1)[0]?.trim() ?? '';
  const known = ['*/*', 'application/*', 'application/json', 'application/openapi+json'].includes(type);
  return known ? { shape: 'openapi', stripped: false } : undefined;
}
