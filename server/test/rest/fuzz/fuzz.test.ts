/**
 * Sends FUZZ_REQUESTS (300) generated requests: none may fail inside or reveal what the caller may not see.
 * GENERATED_SEED takes other ones.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { introspect } from '../../../src/protocols/rest/schema-cache/introspect.ts';
import type { Schema } from '../../../src/protocols/rest/schema-cache/schema.ts';
import { useTestServer } from '../../support/test-server.ts';
import { type GeneratedRequest, type Ground, reads } from './reads.ts';
import { comparable, marksIn, openWorld, type Viewer, type World } from './world.ts';
import { writes } from './writes.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 300);
const TIME_MS = 60_000 + REQUESTS * 50;

const server = useTestServer();
let world: World;
/** The whole exposed schema. */
let whole: Ground;
/** The part that each viewer's schema has, too. */
let shared: Ground;

beforeAll(async () => {
  world = await openWorld(server());
  const schema = (await introspect(server().database)).schemas.get('public');
  if (!schema) throw new Error('The schema is not exposed.');
  const groundOf = (part: Schema) => ({
    schema: part,
    routines: [...part.routines.values()].flat(),
    ids: world.ids,
  });
  whole = groundOf(schema);
  shared = groundOf(comparable(schema));
});

// The marks of public pages, which `get_public_page` gives.
const SHARED = /^mark-shared-/;
// Mostly viewers who see something.
const viewers = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('alice', 'bob') },
  { weight: 1, arbitrary: fc.constantFrom('dave', 'anon') },
);

test(
  'answers each person as it would answer an owner of only the rows that this person may see',
  async () => {
    let given = 0;
    await fc.assert(
      fc.asyncProperty(reads(shared), viewers, async (request, name) => {
        const viewer = viewerOf(name);
        const real = await ask(request, viewer, 'public');
        const allowed = await ask(request, viewer, viewer.schema);
        refuseSecrets(real, viewer);
        if (real.status < 300 && real.text.length > 2) given += 1;
        if (!isNeverReached(allowed)) expect(real.outcome).toEqual(allowed.outcome);
      }),
      { numRuns: Math.ceil(REQUESTS * 0.7) },
    );
    // Else the generator has lost its aim and the property says nothing.
    expect(given).toBeGreaterThan(REQUESTS * 0.7 * 0.1);
  },
  TIME_MS,
);

test(
  'no write or call reveals hidden rows, and a requested rollback undoes all',
  async () => {
    const before = await world.digest();
    let done = 0;
    await fc.assert(
      fc.asyncProperty(writes(whole), viewers, async (request, name) => {
        const viewer = viewerOf(name);
        const answer = await ask(request, viewer, 'public');
        if (answer.status < 300) done += 1;
        refuseSecrets(answer, viewer, SHARED);
      }),
      { numRuns: Math.ceil(REQUESTS * 0.3) },
    );
    expect(await world.digest()).toBe(before);
    // A seventh is done. By chance, fewer than five of 90 are done in a run of 160, and none in a run of 700,000.
    expect(done).toBeGreaterThan(REQUESTS * 0.3 * 0.01);
  },
  TIME_MS,
);

function viewerOf(name: string): Viewer {
  const viewer = world.viewers.find((one) => one.name === name);
  if (!viewer) throw new Error(`${name} is not there.`);
  return viewer;
}

/**
 * Postgres skips a read that a policy leaves without rows: it then neither checks the right to read what would
 * be joined to them, nor looks at values that it would have refused.
 */
function isNeverReached({ status, code }: Answer): boolean {
  return status >= 400 && !code?.startsWith('PGRST');
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** The code of an error that has a body. */
  readonly code: string | undefined;
  /** Must be the same for both schemas. */
  readonly outcome: unknown;
}

async function ask(
  { method, path, headers, body }: GeneratedRequest,
  { token }: Viewer,
  schema: string,
): Promise<Answer> {
  const isRead = method === 'GET' || method === 'HEAD';
  const response = await fetch(`${server().url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: server().secrets.publishableKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(isRead ? { 'accept-profile': schema } : {}),
      ...headers,
    },
    ...(body === undefined || isRead ? {} : { body }),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  const error = response.status < 400 || text === '' ? undefined : (JSON.parse(text) as { code?: string });
  if (response.status >= 400 && method !== 'HEAD') expect(error).toHaveProperty('message');
  return {
    status: response.status,
    text,
    code: error?.code,
    outcome: outcomeOf(response, text, error?.code),
  };
}

/** @param known marks that anybody with the row's id may see */
function refuseSecrets({ text }: Answer, { marks }: Viewer, known = /^$/): void {
  expect([...marksIn(text)].filter((mark) => !marks.has(mark) && !known.test(mark))).toEqual([]);
}

function outcomeOf({ status, headers }: Response, text: string, code: string | undefined): unknown {
  const type = headers.get('content-type') ?? '';
  const seen = ['content-range', 'preference-applied'].map((name) => headers.get(name));
  if (status >= 400) return [status, code];
  // The plan of a read tells of indexes, times and policies.
  if (type.includes('plan')) return [status, type];
  return [
    status,
    type,
    seen,
    type.includes('json') ? inOrder(text && JSON.parse(text)) : [...text].sort().join(''),
  ];
}

/** Rows come in any order unless one was asked for, and sums of fractions depend on it a little. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (Array.isArray(value)) {
    return value.map(inOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOrder(inner)]));
}
