/** The look-up of sessions alone: how often it asks the database, and what it does without messages. */

import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Database, Listener } from '../../../src/database/database.ts';
import { followSessions, type LiveSessions } from '../../../src/http/caller/live-sessions.ts';
import { useTestServer } from '../../support/test-server.ts';
import { signUp } from '../auth-client.ts';

const server = useTestServer();

/** Counts questions; the connection for messages is lost and found by hand. */
async function follow(): Promise<{ sessions: LiveSessions; listener: Listener; questions: () => number }> {
  const { database } = server();
  let asked = 0;
  let listener: Listener | undefined;
  const counting: Pick<Database, 'asOwner' | 'listen'> = {
    asOwner: (work) => {
      asked++;
      return database.asOwner(work);
    },
    listen: async (_channel, given) => {
      listener = given;
      given.onConnection(true);
    },
  };
  const sessions = await followSessions(counting);
  if (!listener) throw new Error('Nobody listens.');
  return { sessions, listener, questions: () => asked };
}

async function session(): Promise<string> {
  return String(decodeJwt((await signUp(server())).accessToken).session_id);
}

describe('a live session', () => {
  test('is asked for once', async () => {
    const id = await session();
    const { sessions, questions } = await follow();
    for (let turn = 0; turn < 100; turn++) expect(await sessions.find(id)).toMatchObject({ aal: 'aal1' });
    expect(questions()).toBe(1);
    expect(sessions.find(id)).toMatchObject({ aal: 'aal1' });
  });

  test('is asked for again when a message says that it ended', async () => {
    const [id, other] = [await session(), await session()];
    const { sessions, listener, questions } = await follow();
    await Promise.all([sessions.find(id), sessions.find(other)]);
    listener.onMessage(id);
    await Promise.all([sessions.find(id), sessions.find(other)]);
    expect(questions()).toBe(3);
  });

  test('is asked for each time while messages may be missed, and once more after that', async () => {
    const id = await session();
    const { sessions, listener, questions } = await follow();
    await sessions.find(id);
    listener.onConnection(false);
    for (let turn = 0; turn < 3; turn++) await sessions.find(id);
    expect(questions()).toBe(4);
    listener.onConnection(true);
    for (let turn = 0; turn < 3; turn++) await sessions.find(id);
    expect(questions()).toBe(5);
  });

  test('is asked for again when a token claims a level above the known one', async () => {
    const id = await session();
    const { sessions, questions } = await follow();
    await sessions.find(id, 'aal1');
    await sessions.find(id, 'aal1');
    expect(questions()).toBe(1);
    expect(await sessions.find(id, 'aal2')).toEqual({ aal: 'aal1' });
    expect(questions()).toBe(2);
  });

  test('is not believed when a message came while it was asked for', async () => {
    const id = await session();
    const { sessions, listener, questions } = await follow();
    const answer = sessions.find(id);
    listener.onMessage(id);
    expect(await answer).toEqual({ aal: 'aal1' });
    await sessions.find(id);
    expect(questions()).toBe(2);
  });
});

test('an unknown session is asked for each time, and never found', async () => {
  const { sessions } = await follow();
  expect(await sessions.find('00000000-0000-4000-8000-000000000000')).toBeUndefined();
});
