/** The servers, the people and the page of a soak, and what another program does with that page. */
import { randomUUID } from 'node:crypto';
import { type Account, newAccount } from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import { callAsOperator } from '../support/operator.ts';
import { type Neighbour, TrellisProcess } from '../support/trellis-process.ts';
import type { FileRow } from './written/pictures.ts';
import { TASK_LINES } from './written/tasks.ts';

/** Another name of the servers, which only the browsers of the soak know. It makes no secure context. */
export const PLAIN_HOSTNAME = 'trellis.test';

const SETTINGS = { REALTIME_MAX_JOINS_PER_SECOND: '1000' };
const ANSWER_MS = 10_000;
const MOST_TRIES = 20;

export interface PageRow {
  readonly content: string;
  readonly updated_at: string;
}

interface Server {
  readonly process: Pick<Neighbour, 'start' | 'stop'>;
  readonly port: number;
  isRunning: boolean;
}

export class House implements AsyncDisposable {
  readonly people: readonly Account[];
  readonly #stack: AsyncDisposableStack;
  readonly #trellis: TrellisProcess;
  readonly #servers: readonly Server[];
  readonly #key: string;
  readonly #pageId = randomUUID();

  private constructor(
    stack: AsyncDisposableStack,
    trellis: TrellisProcess,
    servers: readonly Server[],
    key: string,
    people: readonly Account[],
  ) {
    this.#stack = stack;
    this.#trellis = trellis;
    this.#servers = servers;
    this.#key = key;
    this.people = people;
  }

  /**
   * Starts one process on the embedded database, or two where TEST_DATABASE_URL names a Postgres.
   * @param names of people who work in the first one's workspace
   */
  static async open(names: readonly string[]): Promise<House> {
    await using stack = new AsyncDisposableStack();
    const trellis = stack.use(await TrellisProcess.create(SETTINGS));
    const servers = [serverOf(trellis)];
    if (process.env.TEST_DATABASE_URL) {
      const settings = { ...SETTINGS, SITE_URL: trellis.url };
      servers.push(serverOf(stack.use(await trellis.neighbour(settings))));
    }
    const answer = await fetch(`http://localhost:${servers[0]?.port}/config.json`);
    const { supabasePublishableKey: key } = (await answer.json()) as { supabasePublishableKey: string };
    const house = new House(stack.move(), trellis, servers, key, names.map(newAccount));
    await house.#furnish();
    return house;
  }

  /** @param isSecureContext without one, browsers withhold locks, the clipboard and service workers */
  pageUrl(isSecureContext: boolean): string {
    const url = new URL(`/dashboard/pages/${this.#pageId}`, this.#trellis.url);
    if (!isSecureContext) url.hostname = PLAIN_HOSTNAME;
    return url.href;
  }

  get serverCount(): number {
    return this.#servers.length;
  }

  /** @returns the port of the browser's server, or of another one while that one is down */
  portFor(browser: number): number {
    const own = this.#servers[browser % this.#servers.length];
    const one = own?.isRunning ? own : this.#servers.find(({ isRunning }) => isRunning);
    return (one ?? own)?.port ?? 0;
  }

  async kill(index: number): Promise<void> {
    const server = this.#servers[index];
    if (!server) return;
    server.isRunning = false;
    await server.process.stop('SIGKILL');
  }

  async restart(index: number): Promise<void> {
    const server = this.#servers[index];
    await server?.process.start();
    if (server) server.isRunning = true;
  }

  /** @returns a new session, as the app keeps it */
  async signIn({ email, password }: Account): Promise<string> {
    return this.#ask('auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } });
  }

  async readPage(): Promise<PageRow> {
    const path = `rest/v1/pages?select=content,updated_at&id=eq.${this.#pageId}`;
    const [page] = (await callAsOperator(this.#operator, path)) as PageRow[];
    if (!page) throw new Error('The page is gone.');
    return page;
  }

  async readFiles(): Promise<readonly FileRow[]> {
    const path = `rest/v1/page_files?select=id,name,uploaded_at&page_id=eq.${this.#pageId}`;
    return (await callAsOperator(this.#operator, path)) as readonly FileRow[];
  }

  /** @returns the page's document, as far as the database tells it to the operator */
  async readDocument(): Promise<unknown> {
    const filter = `page_id=eq.${this.#pageId}`;
    const read = (path: string) => callAsOperator(this.#operator, path).catch(String);
    return {
      page: await read(`rest/v1/pages?id=eq.${this.#pageId}`),
      document: await read(`rest/v1/page_documents?${filter}`),
      updates: await read(`rest/v1/page_updates?order=number&${filter}`),
    };
  }

  /**
   * Writes the whole text with a word more, as a program that respects what others wrote since it read.
   * @throws {Error} when there was no answer: the word may be there
   */
  async writeAsProgram(session: string, word: string, at: number): Promise<void> {
    const { access_token: token } = JSON.parse(session) as { access_token: string };
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { content, updated_at } = await this.readPage();
      const places = [...content.matchAll(/(?<=^|\s)(?![-[\]])/g)].map(({ index }) => index);
      const place = places[at % places.length] ?? 0;
      const path = `rest/v1/pages?select=id&id=eq.${this.#pageId}&updated_at=eq.${encodeURIComponent(updated_at)}`;
      const body = { content: `${content.slice(0, place)}${word} ${content.slice(place)}` };
      const answer = await this.#ask(path, { method: 'PATCH', body, token });
      if (answer !== '[]') return;
    }
    throw new Error('The page changed each time.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }

  get #operator() {
    return { url: `http://localhost:${this.portFor(0)}`, dataDir: this.#trellis.dataDir };
  }

  async #furnish(): Promise<void> {
    const [owner, ...others] = this.people;
    if (!owner) throw new Error('Nobody lives here.');
    for (const { email, password, fullName } of this.people) {
      const body = { email, password, data: { full_name: fullName } };
      await this.#ask('auth/v1/signup', { method: 'POST', body });
    }
    for (const member of others) await moveIn(this.#operator, { member, owner });
    const { access_token: token } = JSON.parse(await this.signIn(owner)) as { access_token: string };
    const found = await this.#ask('rest/v1/organizations?select=id', { token });
    const [organization] = JSON.parse(found) as ReadonlyArray<{ id: string }>;
    const body = {
      id: this.#pageId,
      organization_id: organization?.id,
      name: 'Soak',
      content: `The words of all:\n\n${TASK_LINES}\n`,
    };
    await this.#ask('rest/v1/pages', { method: 'POST', body, token });
  }

  async #ask(
    route: string,
    {
      method = 'GET',
      body,
      token,
    }: { readonly method?: string; readonly body?: object; readonly token?: string },
  ): Promise<string> {
    const response = await fetch(`http://localhost:${this.portFor(0)}/${route}`, {
      method,
      headers: {
        apikey: this.#key,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer}`);
    return answer;
  }
}

function serverOf(trellis: Pick<Neighbour, 'url' | 'start' | 'stop'>): Server {
  return { process: trellis, port: Number(new URL(trellis.url).port), isRunning: true };
}
