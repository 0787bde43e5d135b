/**
 * Two processes share one Postgres and a proxy that goes to whichever takes the connection. They begin at once on an
 * empty database, either is killed or upgraded at any time, and nothing that was acknowledged is lost.
 */
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generateSecrets } from '../../src/config/secrets.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { openWorkshop, type ServerProcess, type Workshop } from '../support/server-process.ts';
import { createEmptyTestDatabase } from '../support/test-database.ts';

const WRITERS = 4;
const PASSWORD = 'correct horse battery staple';

interface Balancer extends AsyncDisposable {
  readonly port: number;
}

/** As a load balancer without health checks: the next one is asked where the first takes no connection. */
async function balance(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<net.Socket>();
  let turn = 0;
  const server = net.createServer((client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    const first = turn++;
    const lead = (tries: number) => {
      if (tries === ports.length) return client.destroy();
      const onward = net.connect(ports[(first + tries) % ports.length] ?? 0, '127.0.0.1');
      onward.once('connect', () => {
        client.pipe(onward).pipe(client);
        for (const [one, other] of [
          [client, onward],
          [onward, client],
        ] as const)
          one.on('close', () => other.destroy());
      });
      onward.once('error', () => (onward.pending ? lead(tries + 1) : client.destroy()));
    };
    lead(0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    [Symbol.asyncDispose]: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Writer {
  readonly pageId: string;
  /** Until the test is over. */
  readonly writing: Promise<void>;
  readonly acknowledged: () => number;
}

class Client {
  readonly #site: string;
  readonly #key: string;

  constructor(site: string, key: string) {
    this.#site = site;
    this.#key = key;
  }

  /** Again and again, as the app does: a process that dies takes the answer along. @throws {Error} when it is refused */
  async ask(method: string, route: string, body?: object, token = this.#key): Promise<unknown> {
    for (let tries = 0; tries < 60; tries++) {
      const headers = {
        apikey: this.#key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
      const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(`${this.#site}/${route}`, options).catch(() => undefined);
      if (response?.ok) {
        const text = await response.text().catch(() => undefined);
        if (text !== undefined) return text === '' ? undefined : JSON.parse(text);
      } else if (tries > 0 && (response?.status === 422 || response?.status === 429)) {
        // The account was made, or the mail put into the queue, by the try whose answer was lost.
        return undefined;
      } else if (response && response.status < 500) throw new Error(`${route}: ${await response.text()}`);
      await pause(100);
    }
    throw new Error(`${route}: no answer`);
  }
}

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'no acknowledged save or mail is lost while processes die and are upgraded (needs TEST_DATABASE_URL)',
  async () => {
    await using database = await createEmptyTestDatabase();
    if (database.config.kind !== 'postgres') throw new Error('This needs a Postgres.');
    await using mails = await startMailServer();
    await using one = await openWorkshop({ withDatabase: false });
    await using other = await openWorkshop({ withDatabase: false });
    await using balancer = await balance([one.port, other.port]);
    const site = `http://127.0.0.1:${balancer.port}`;
    const secrets = await generateSecrets();
    const settings = {
      DATABASE_URL: database.config.url,
      SITE_URL: site,
      SMTP_URL: mails.url,
      AUTH_EMAIL_CONFIRMATION: 'off',
      AUTH_RATE_LIMITS: 'off',
      SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
      SUPABASE_SECRET_KEY: secrets.secretKey,
      AUTH_JWT_KEYS: JSON.stringify(secrets.jwtKeys),
      ENCRYPTION_KEY: secrets.encryptionKeys.join(),
    };
    const running = new Map<Workshop, ServerProcess>();
    const start = async (workshop: Workshop) => {
      const server = workshop.start(settings);
      running.set(workshop, server);
      await server.healthy();
    };
    await Promise.all([start(one), start(other)]);
    const applied = [one, other].flatMap((at) => migrationsIn(running.get(at)?.output() ?? ''));
    expect(applied.length).toBeGreaterThan(50);
    expect(new Set(applied).size, 'each migration ran in one of the two').toBe(applied.length);

    const client = new Client(site, secrets.publishableKey);
    let isOver = false;
    let kills = 0;
    const promised: string[] = [];
    async function write(name: string): Promise<Writer> {
      const account = { email: `${name}@example.com`, password: PASSWORD, data: { full_name: name } };
      const { access_token: token } = (await client.ask('POST', 'auth/v1/signup', account)) as Session;
      const [workspace] = (await client.ask(
        'GET',
        'rest/v1/organizations?select=id',
        undefined,
        token,
      )) as Row[];
      const pageId = randomUUID();
      const page = { id: pageId, organization_id: workspace?.id, name, content: '0' };
      await client.ask('POST', 'rest/v1/pages', page, token);
      let last = 0;
      const writing = (async () => {
        while (!isOver) {
          await client.ask('PATCH', `rest/v1/pages?id=eq.${pageId}`, { content: String(last + 1) }, token);
          last++;
        }
      })();
      return { pageId, writing, acknowledged: () => last };
    }
    async function forget(): Promise<void> {
      for (let turn = 0; !isOver; turn++) {
        const email = `forgetful-${turn}@example.com`;
        await client.ask('POST', 'auth/v1/signup', { email, password: PASSWORD });
        await client.ask('POST', 'auth/v1/recover', { email });
        promised.push(email);
        await pause(100);
      }
    }
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, turn) => write(`writer-${turn}`)));
    const forgetting = forget();

    for (const [workshop, signal] of [
      [one, 'SIGKILL'],
      [other, 'SIGKILL'],
      [one, 'SIGTERM'],
      [other, 'SIGTERM'],
    ] as const) {
      await pause(1000);
      const before = writers.map(({ acknowledged }) => acknowledged());
      const server = running.get(workshop);
      if (signal === 'SIGKILL') kills++;
      server?.child.kill(signal);
      expect(await server?.exited).toBe(signal === 'SIGTERM' ? 0 : null);
      await expect
        .poll(() => writers.every(({ acknowledged }, at) => acknowledged() > (before[at] ?? 0) + 2))
        .toBe(true);
      await start(workshop);
    }
    isOver = true;
    await Promise.all([forgetting, ...writers.map(({ writing }) => writing)]);

    const operator = new Client(site, secrets.secretKey);
    for (const { pageId, acknowledged } of writers) {
      const [page] = (await operator.ask('GET', `rest/v1/pages?select=content&id=eq.${pageId}`)) as Row[];
      expect(Number(page?.content)).toBeGreaterThanOrEqual(acknowledged());
    }
    expect(promised.length).toBeGreaterThan(5);
    // A mail that a killed process was about to send waits for two minutes, until no other process can be at it
    // (mail-store.ts).
    const lost = async () => {
      const waiting = (await operator.ask('GET', 'mail/v1/messages')) as readonly Waiting[];
      const known = new Set(waiting.map(({ to }) => to));
      return promised.filter((email) => mails.acceptedFor(email).length === 0 && !known.has(email));
    };
    await expect.poll(lost).toEqual([]);
    const late = promised.filter((email) => mails.acceptedFor(email).length === 0);
    expect(late.length).toBeLessThanOrEqual(kills);
    const twice = promised.filter((email) => mails.acceptedFor(email).length > 1);
    // A process that dies between the mail server's answer and its note of it cannot know better.
    expect(twice.length).toBeLessThanOrEqual(kills);
  },
);

interface Session {
  readonly access_token: string;
}
interface Waiting {
  readonly to: string;
}
interface Row {
  readonly id: string;
  readonly content?: string;
}

function migrationsIn(log: string): string[] {
  return [...log.matchAll(/"name":"([^"]+)","msg":"migration-applied"/g)].map(([, name = '']) => name);
}
