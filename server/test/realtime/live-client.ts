/** Clients of Realtime for tests: the real one, and a bare WebSocket for what the real one would never send. */
import { once } from 'node:events';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { type RawData, WebSocket } from 'ws';
import type { TestServer } from '../support/test-server.ts';

type Vsn = '1.0.0' | '2.0.0';

/** @param key the publishable one, if none is given */
export function liveClient({ url, secrets }: TestServer, vsn: Vsn = '2.0.0', key?: string): SupabaseClient {
  return createClient(url, key ?? secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { vsn },
  });
}

/** @throws {Error} when the server refuses the channel */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else if (status !== 'CLOSED') reject(error ?? new Error(status));
    });
  });
}

/** Resolves when the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 9000 && !condition(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  if (!condition()) throw new Error('It did not happen in time.');
}

export interface BareSocket {
  readonly socket: WebSocket;
  /** Everything that came so far: text as JSON, binary as bytes. */
  readonly received: unknown[];
  send(...messages: readonly unknown[]): void;
  /** Waits for an answer to a reference. */
  answer(ref: string): Promise<{ status: string; response: { reason?: string } }>;
  /** Waits for the end, and tells its code. */
  closed(): Promise<number>;
}

export function socketUrl(
  { url, secrets }: TestServer,
  query: Readonly<Record<string, string>> = {},
): string {
  const address = new URL('/realtime/v1/websocket', url.replace(/^http/, 'ws'));
  address.search = new URLSearchParams({ apikey: secrets.publishableKey, vsn: '2.0.0', ...query }).toString();
  return address.href;
}

export async function bareSocket(
  server: TestServer,
  query?: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<BareSocket> {
  const socket = new WebSocket(socketUrl(server, query), { headers });
  const received: unknown[] = [];
  socket.on('message', (data: RawData, isBinary) => {
    received.push(isBinary ? data : JSON.parse(String(data)));
  });
  const end = once(socket, 'close').then(([code]) => Number(code));
  // The failure to open was reported already.
  end.catch(() => undefined);
  await once(socket, 'open');
  return {
    socket,
    received,
    send: (...messages) => {
      for (const message of messages)
        socket.send(message instanceof Uint8Array ? message : JSON.stringify(message));
    },
    answer: async (ref) => {
      const find = () =>
        received.find((one) => Array.isArray(one) && one[1] === ref && one[3] === 'phx_reply');
      await until(() => find() !== undefined);
      return (find() as unknown[])[4] as Awaited<ReturnType<BareSocket['answer']>>;
    },
    closed: () => end,
  };
}
