/**
 * The peer: @supabase/lite on Postgres, a server for the same client and the same policies. It takes its own tokens
 * only, so the accounts come with the same claims, signed with its secret (HS256, as its settings ask for).
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import { freePort } from '../../scripts/free-port.ts';
import type { Account, DataSet } from '../dataset/data-set.ts';
import { installPeers } from '../install-peers.ts';
import { startChildServer } from './child-server.ts';
import type { Contestant } from './contestant.ts';
import { httpLane } from './http-lane.ts';

const MAIN = fileURLToPath(new URL('../peers/supabase-lite-server.ts', import.meta.url));

/** @throws {Error} when it cannot be installed or does not start */
export async function startSupabaseLite(databaseUrl: string, data: DataSet): Promise<Contestant> {
  installPeers();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const secret = randomBytes(32).toString('hex');
  const apiKey = `sb_publishable_${randomBytes(24).toString('base64url')}`;
  const server = await startChildServer({
    args: [MAIN],
    environment: {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      JWT_SECRET: secret,
      PUBLISHABLE_KEY: apiKey,
      DO_NOT_TRACK: '1',
      NODE_ENV: 'production',
    },
    probe: `${origin}/rest/v1/`,
  });
  const signed = {
    ...data,
    author: await withOwnToken(data.author, secret),
    librarian: await withOwnToken(data.librarian, secret),
    drafter: await withOwnToken(data.drafter, secret),
  };
  const contestant: Contestant = {
    name: '@supabase/lite',
    engine: 'postgres',
    part: 'peer',
    data: signed,
    processId: server.processId,
    openLane: async () => httpLane(origin, apiKey, signed),
    close: server.stop,
  };
  await firstRequest(contestant).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return contestant;
}

/** It sets its roles up when the first request comes, and fails when several come at once. */
async function firstRequest(contestant: Contestant): Promise<void> {
  const lane = await contestant.openLane();
  try {
    await lane.awake();
    await lane.members();
  } finally {
    await lane.close();
  }
}

async function withOwnToken(account: Account, secret: string): Promise<Account> {
  const accessToken = await new SignJWT(JSON.parse(account.claims))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
  return { ...account, accessToken };
}
