/** A mail that somebody asked for comes, although the process died right after its answer. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startMailServer } from '../mail/mail-server.ts';
import { openWorkshop } from '../support/server-process.ts';

const PEOPLE = 12;

test('no mail is lost with a process that is killed between its answer and the mail', async () => {
  await using mails = await startMailServer();
  await using workshop = await openWorkshop();
  const settings = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'mail@example.com',
    AUTH_EMAIL_CONFIRMATION: 'off',
    AUTH_RATE_LIMITS: 'off',
  };
  const first = workshop.start(settings);
  await first.healthy();
  const secrets = JSON.parse(await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'));
  const ask = async (route: string, body?: object, apikey: string = secrets.SUPABASE_PUBLISHABLE_KEY) => {
    const response = await fetch(`http://127.0.0.1:${workshop.port}/${route}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const people = Array.from({ length: PEOPLE }, (_, at) => `forgetful-${at}@example.com`);
  for (const email of people) await ask('auth/v1/signup', { email, password: 'correct horse 1' });

  await Promise.all(people.map((email, at) => ask(at % 2 ? 'auth/v1/recover' : 'auth/v1/otp', { email })));
  first.child.kill('SIGKILL');
  await first.exited;
  const early = people.filter((email) => mails.acceptedFor(email).length > 0);
  expect(early.length).toBeLessThan(PEOPLE);

  await workshop.start(settings).healthy();
  // A mail that the first process was about to send waits for two minutes in the queue (mail-store.ts).
  const missing = async () => {
    const waiting = (await ask('mail/v1/messages', undefined, secrets.SUPABASE_SECRET_KEY)) as {
      to: string;
    }[];
    const queued = new Set(waiting.map(({ to }) => to));
    return people.filter((email) => mails.acceptedFor(email).length === 0 && !queued.has(email));
  };
  await expect.poll(missing).toEqual([]);
  // A process that dies between the mail server's answer and its note of it cannot know better.
  const twice = people.filter((email) => mails.acceptedFor(email).length > 1);
  expect(twice.filter((email) => !early.includes(email))).toEqual([]);
});
