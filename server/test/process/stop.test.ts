/** Stopping in the middle of everything: every request is answered, and nobody is cut off. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openWorkshop } from '../support/server-process.ts';

const WRITERS = 40;

test('under traffic, every request is answered and no connection is cut', async () => {
  await using workshop = await openWorkshop();
  const server = workshop.start();
  await server.healthy();
  const secrets = JSON.parse(await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'));
  const agent = new http.Agent({ keepAlive: true, maxSockets: WRITERS });
  const answers: (number | string)[] = [];
  const ask = (): Promise<number | string> =>
    new Promise((resolve) => {
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'x' });
      const headers = { apikey: secrets.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' };
      const path = '/auth/v1/token?grant_type=password';
      const options = { agent, host: '127.0.0.1', port: workshop.port, method: 'POST', path, headers };
      const request = http.request(options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end(body);
    });
  const write = async () => {
    for (;;) {
      const answer = await ask();
      answers.push(answer);
      // Nobody listens there any more: this writer learned in time that its connection ends.
      if (answer === 'ECONNREFUSED') return;
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  await expect.poll(() => answers.length).toBeGreaterThan(2 * WRITERS);
  server.child.kill('SIGTERM');
  await writing;
  expect(await server.exited).toBe(0);
  expect(answers.filter((answer) => typeof answer === 'string')).toEqual(
    Array.from({ length: WRITERS }, () => 'ECONNREFUSED'),
  );
  expect(server.output()).toContain('stopped');
  expect(server.output()).not.toContain('connections-cut');
});
