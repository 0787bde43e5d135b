/**
 * Twenty clients change one tree through the app's own code, while sockets are cut, messages get lost, messages and answers
 * come late, and processes are killed. At the end each of them has the tree that the database shows them.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../scripts/free-port.ts';
import { openWorkshop, type ServerProcess, type Workshop } from '../../server/test/support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/support/test-database.ts';
import { LiveTree } from '../../web/src/features/pages/api/live-tree.ts';
import type { TreePage } from '../../web/src/features/pages/tree/page-forest.ts';
import { addPage, changePage, movePage, removePage } from '../../web/src/features/pages/tree/tree-changes.ts';
import type { Database } from '../../web/src/lib/database.types.generated.ts';
import { pendingChanges, shownAtOnce } from '../../web/src/lib/queries/pending-changes.ts';
import { queryKeys } from '../../web/src/lib/queries/query-keys.ts';

const PEOPLE = 5;
const CLIENTS_EACH = 4;
const STEPS = 14;
const LAST_STEPS = 3;
/** Confirmed changes, of all tabs together. */
const ENOUGH = 50;
/** Everything that happens, in any order. Then one process is killed once more. */
const FAULTS = [
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'cut',
  'wait',
  'wait',
  'kill',
  'kill',
] as const;
const COLUMNS = 'id, parent_id, name, order_index, created_at, visibility, notion_page_id';

type Step = { readonly kind: 'create' | 'rename' | 'move' | 'trash' | 'hide' | 'show'; readonly at: number };
type Fault = { readonly kind: (typeof FAULTS)[number]; readonly at: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'create',
    'rename',
    'rename',
    'move',
    'move',
    'trash',
    'hide',
    'show',
  ),
  at: fc.nat(),
});
const faults: fc.Arbitrary<readonly Fault[]> = fc
  .tuple(
    fc.shuffledSubarray([...FAULTS], { minLength: FAULTS.length }),
    fc.array(fc.nat(), { minLength: FAULTS.length, maxLength: FAULTS.length }),
  )
  .map(([kinds, places]) => kinds.map((kind, n) => ({ kind, at: places[n] ?? 0 })));

/** See generated.ts. */
const { seed = Date.now() } = fc.readConfigureGlobal();
const fates = fc.sample(fc.noBias(fc.nat(255)), { seed, numRuns: 5000 });
let fate = 0;
/** @returns from 0 to 1 */
const luck = () => (fates[fate++ % fates.length] ?? 0) / 256;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loses one message of the database's in eight, and brings another one late, after those that come next. */
class FaultySocket extends WebSocket {
  static readonly open = new Set<FaultySocket>();
  static lost = 0;

  constructor(address: string | URL) {
    super(address);
    FaultySocket.open.add(this);
    this.on('close', () => FaultySocket.open.delete(this));
    this.on('error', () => undefined);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    // The database's messages come in bytes; replies and presences do not.
    const isTold = event === 'message' && values[1] === true;
    const drawn = isTold ? luck() : 1;
    if (drawn < 1 / 8) FaultySocket.lost++;
    if (drawn < 1 / 8) return true;
    if (drawn >= 1 / 4) return super.emit(event, ...values);
    setTimeout(() => super.emit(event, ...values), luck() * 300);
    return true;
  }
}

/** A quarter of the answers come late, after messages of later changes. */
async function fetchLate(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...request);
  if (luck() < 1 / 4) await pause(luck() * 300);
  return answer;
}

interface Account {
  readonly id: string;
  readonly token: string;
}

/** An open browser tab. */
class Tab {
  /** Changes that the server has confirmed. */
  static taken = 0;

  readonly #url: string;
  readonly #client: SupabaseClient<Database>;
  readonly #account: Account;
  readonly #organizationId: string;
  readonly #queryClient = new QueryClient();
  readonly #key: ReturnType<typeof queryKeys.pages.tree>;
  readonly #stop: () => void;

  private constructor(
    url: string,
    client: SupabaseClient<Database>,
    account: Account,
    organizationId: string,
  ) {
    this.#url = url;
    this.#client = client;
    this.#account = account;
    this.#organizationId = organizationId;
    this.#key = queryKeys.pages.tree(organizationId);
    this.#stop = new LiveTree({
      client,
      queryClient: this.#queryClient,
      organizationId,
      userId: account.id,
      checkIntervalMs: 2000,
      isSeen: () => true,
      onTold: () => undefined,
      onAccessLost: () => undefined,
    }).follow();
  }

  static async open(url: string, key: string, account: Account, organizationId: string): Promise<Tab> {
    const client = createClient<Database>(url, key, {
      accessToken: async () => account.token,
      global: { fetch: fetchLate },
      realtime: { transport: FaultySocket as never, timeout: 2000, reconnectAfterMs: () => 300 },
    });
    const tab = new Tab(url, client, account, organizationId);
    await tab.#queryClient.fetchQuery({
      queryKey: tab.#key,
      queryFn: () => tab.#changes.read(() => tab.read()),
    });
    return tab;
  }

  get #changes() {
    return pendingChanges<TreePage>(this.#queryClient, this.#key);
  }

  get shown(): readonly TreePage[] {
    return sorted(this.#changes.over(this.#queryClient.getQueryData(this.#key) ?? []));
  }

  /** As the database shows it to this person. */
  async read(): Promise<readonly TreePage[]> {
    const { data, error } = await this.#client
      .from('pages')
      .select(COLUMNS)
      .eq('organization_id', this.#organizationId)
      .eq('is_archived', false);
    if (error) throw error;
    return sorted(data);
  }

  /** Those of a process that was killed on the way may be lost. */
  async take({ kind, at }: Step): Promise<void> {
    await running.get(this.#url)?.healthy();
    const pages = this.shown;
    const page = pages[at % Math.max(pages.length, 1)];
    if (kind === 'create' || !page) return this.#create(at, page);
    if (kind === 'rename')
      return this.#change(page.id, { name: `Named ${at}` }, (rows, change) =>
        changePage(rows, page.id, change),
      );
    if (kind === 'move') {
      const parent_id = pages[(at >> 8) % pages.length]?.id ?? null;
      return this.#change(page.id, { parent_id }, (rows) => movePage(rows, page.id, { parent_id }));
    }
    if (kind === 'trash')
      return this.#change(page.id, { is_archived: true }, (rows) => removePage(rows, page.id));
    const visibility = kind === 'hide' ? 'private' : 'workspace';
    return this.#change(page.id, { visibility }, (rows) => changePage(rows, page.id, { visibility }));
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#client.realtime.disconnect();
    this.#queryClient.clear();
  }

  async #create(at: number, under: TreePage | undefined): Promise<void> {
    const { data } = await this.#client
      .from('pages')
      .insert({
        organization_id: this.#organizationId,
        parent_id: at % 3 === 0 ? null : (under?.id ?? null),
        name: `Page ${at}`,
        content: '',
        content_type: 'markdown',
        order_index: at % 1000,
        is_archived: false,
        created_by: this.#account.id,
        updated_by: this.#account.id,
      })
      .select(COLUMNS)
      .maybeSingle();
    // Without an answer it may be there all the same.
    if (!data) return;
    Tab.taken++;
    this.#changes.accept((rows) => addPage(rows, data));
  }

  async #change(
    id: string,
    change: Partial<TreePage> & { readonly is_archived?: boolean },
    apply: (rows: readonly TreePage[], change: Partial<TreePage>) => readonly TreePage[],
  ): Promise<void> {
    const shown = shownAtOnce<TreePage, typeof change>(this.#queryClient, this.#key, apply);
    const pending = shown.onMutate(change);
    const { data, error } = await this.#client
      .from('pages')
      .update({ ...change, updated_by: this.#account.id } as never)
      .eq('id', id)
      .select('id');
    if (error || data.length === 0) return shown.onError(new Error('refused'), change, pending);
    Tab.taken++;
    shown.onSuccess(undefined, change, pending);
  }
}

/** In one order, also of the fields. */
const sorted = (pages: readonly TreePage[]): readonly TreePage[] =>
  pages
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, parent_id, name, order_index, created_at, visibility, notion_page_id }) => ({
      id,
      parent_id,
      name,
      order_index,
      created_at,
      visibility,
      notion_page_id,
    }));

let database: TestDatabase;
let workshop: Workshop;
/** By the address. */
const running = new Map<string, ServerProcess>();

async function start(port: number): Promise<void> {
  const { config } = database;
  const server = workshop.start({
    PORT: String(port),
    AUTH_RATE_LIMITS: 'off',
    REALTIME_MAX_JOINS_PER_SECOND: '1000',
    LOG_LEVEL: 'silent',
    ...(config.kind === 'postgres' && { DATABASE_URL: config.url }),
  });
  running.set(`http://127.0.0.1:${port}`, server);
  await server.healthy();
}

beforeAll(async () => {
  database = await createTestDatabase();
  const isEmbedded = database.config.kind !== 'postgres';
  workshop = await openWorkshop({ withDatabase: isEmbedded });
  await start(workshop.port);
  // The embedded database has one process.
  if (!isEmbedded) await start(await freePort());
});
afterAll(async () => {
  await workshop[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function signUp(url: string, key: string, name: string): Promise<Account> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: 'correct horse 1',
      data: { full_name: name },
    }),
  });
  const { access_token, user } = await response.json();
  return { id: user.id, token: access_token };
}

async function openTabs(): Promise<readonly Tab[]> {
  const urls = [...running.keys()];
  const urlOf = (n: number) => urls[n % urls.length] ?? '';
  const secrets = JSON.parse(await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'));
  const { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = secrets;
  const accounts: Account[] = [];
  for (let n = 0; n < PEOPLE; n++) accounts.push(await signUp(urlOf(n), publishableKey, `person${n}`));
  const [owner, ...others] = accounts;
  const operator = createClient<Database>(urlOf(0), secretKey, { auth: { persistSession: false } });
  const found = await operator
    .from('organizations')
    .select('id')
    .eq('created_by', String(owner?.id))
    .single();
  const organizationId = String(found.data?.id);
  const { error } = await operator.from('organization_members').insert(
    others.map(({ id }) => ({
      organization_id: organizationId,
      user_id: id,
      role: 'member',
      status: 'active',
    })),
  );
  if (error) throw error;
  const all = Array.from({ length: CLIENTS_EACH }, () => accounts).flat();
  return Promise.all(all.map((account, n) => Tab.open(urlOf(n), publishableKey, account, organizationId)));
}

async function strike({ kind, at }: Fault): Promise<void> {
  const sockets = [...FaultySocket.open];
  if (kind === 'cut') sockets[at % sockets.length]?.terminate();
  if (kind === 'kill') {
    const [url = '', server] = [...running][at % running.size] ?? [];
    server?.child.kill('SIGKILL');
    await server?.exited;
    await start(Number(new URL(url).port));
  }
}

test('whatever is lost on the way, everyone ends with the tree that the database shows them', async () => {
  const tabs = await openTabs();
  const [drawn = []] = fc.sample(faults, { seed, numRuns: 1 });
  const scripts = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
    seed,
    numRuns: tabs.length,
  });
  const takeSteps = (from: number, to?: number) =>
    Promise.all(
      tabs.map(async (tab, n) => {
        for (const one of (scripts[n] ?? []).slice(from, to)) {
          await tab.take(one);
          await pause(300);
        }
      }),
    );
  const bringFaults = async () => {
    for (const one of drawn) {
      await strike(one);
      await pause(200);
    }
    // Once for certain.
    await strike({ kind: 'kill', at: seed });
  };
  await Promise.all([bringFaults(), takeSteps(0, -LAST_STEPS)]);
  // Nobody joins again after these, so only the check brings what was lost.
  await takeSteps(-LAST_STEPS);
  const differences = async () => {
    const found = await Promise.all(
      tabs.map(async (tab, n) => {
        const there = (await tab.read()).map((page) => JSON.stringify(page));
        const shown = tab.shown.map((page) => JSON.stringify(page));
        const missing = there.filter((page) => !shown.includes(page));
        const more = shown.filter((page) => !there.includes(page));
        return missing.length + more.length > 0 ? [{ tab: n, missing, more }] : [];
      }),
    );
    return found.flat();
  };
  await expect
    .poll(differences, { interval: 500, message: `seed ${seed} of the steps and faults` })
    .toEqual([]);
  // Not the size of the tree: one page that goes to the trash may take most of it along.
  expect(Tab.taken).toBeGreaterThan(ENOUGH);
  expect(FaultySocket.lost).toBeGreaterThan(10);
  await Promise.all(tabs.map((tab) => tab.close()));
});
