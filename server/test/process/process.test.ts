/** The process as an operator meets it: its output, its end, and its refusals. */
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { openWorkshop, type ServerProcess, type Workshop } from '../support/server-process.ts';

let workshop: Workshop;
let dataDir: string;
let port: number;
let start: Workshop['start'];
beforeAll(async () => {
  workshop = await openWorkshop();
  ({ dataDir, port, start } = workshop);
});
afterAll(() => workshop[Symbol.asyncDispose]());

describe('a running server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    await chmod(dataDir, 0o755);
    server = start();
    await server.healthy();
  });

  test('has printed its address', () => {
    expect(server.output()).toContain(`Trellis is running at http://localhost:${port}`);
    expect(server.output()).toContain(`Data: ${dataDir}\n  Mails: http://localhost:${port}/dev/mail?key=`);
  });

  test('lets no other user of the machine read the embedded database, even in an open data folder', async () => {
    expect((await stat(path.join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  });

  test('goes on when a second start on the same data is refused', async () => {
    const second = start({ PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.output().trim().split('\n')).toEqual([expect.stringContaining('is in use')]);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  test('finishes the request in flight on SIGTERM, and leaves with 0', async () => {
    const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'));
    const body = JSON.stringify({ email: 'late@example.com', password: 'correct horse 1' });
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/auth/v1/signup',
      headers: {
        apikey: secrets.SUPABASE_PUBLISHABLE_KEY,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    const isTaken = once(request, 'continue');
    request.flushHeaders();
    // The server has the request once it has read its head; stopping begins while the body is on its way.
    await isTaken;
    request.write(body.slice(0, 10));
    server.child.kill('SIGTERM');
    await untilRefused();
    request.end(body.slice(10));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain('stopped');
  });
});

async function untilRefused(): Promise<void> {
  for (let attempt = 0; attempt < 1800; attempt++) {
    const refused = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(false);
      });
      socket.once('error', () => resolve(true));
    });
    if (refused) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server still takes new connections.');
}

test('an address of another machine is named', async () => {
  const server = start({ HOST: '192.0.2.1', LOG_LEVEL: 'silent' });
  expect(await server.exited).toBe(1);
  expect(server.output().trim()).toBe(
    `The server cannot listen on 192.0.2.1:${port} (EADDRNOTAVAIL): check HOST and PORT.`,
  );
});

test('a database that does not answer yet is waited for, and the log and the terminal say so', async () => {
  const server = start({ DATABASE_URL: `postgres://nobody:secret@127.0.0.1:${port}/nothing` });
  await expect.poll(server.output).toContain('database-awaited');
  expect(server.output()).toContain(
    `Waiting for the database at 127.0.0.1:${port}: nothing listens there (ECONNREFUSED) …`,
  );
  expect(server.output()).not.toContain('secret');
  expect(server.child.exitCode).toBe(null);
  server.child.kill('SIGKILL');
  await server.exited;
});

test('wrong settings are all named, each in a sentence, before anything is written', async () => {
  await using empty = await openWorkshop({ withDatabase: false });
  const server = empty.start({ PORT: '70000', SITE_URL: 'docs.example.com', AUTH_SIGNUP: 'maybe' });
  expect(await server.exited).toBe(1);
  const lines = server.output().trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(['AUTH_SIGNUP', 'PORT', 'SITE_URL']);
  expect(await readdir(empty.dataDir)).toEqual([]);
});

test('damaged secrets are refused, not replaced', async () => {
  await using damaged = await openWorkshop({ withDatabase: false });
  const secrets = path.join(damaged.dataDir, 'secrets.json');
  await writeFile(secrets, 'not json');
  const server = damaged.start();
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('secrets.json is damaged');
  expect(await readFile(secrets, 'utf8')).toBe('not json');
});

test('a damaged embedded database is named, with the way back', async () => {
  await writeFile(path.join(dataDir, 'database', 'global', 'pg_control'), 'no control file');

  const server = start({ LOG_LEVEL: 'silent' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(
    `The embedded database in ${path.join(dataDir, 'database')} cannot be opened`,
  );
  expect(server.output()).toContain('Back up');
});
