/** This server's channels, spoken to in Supabase Realtime's protocol 2.0.0 by a bare WebSocket. */
import { type RawData, WebSocket } from 'ws';
import { type RunningServer, startServer } from '../contestants/trellis-server.ts';
import type { RoomServer, RoomSocket } from './room.ts';

/** A bench is one client that does the work of thousands. */
export const UNLIMITED = {
  REALTIME_MAX_CONNECTIONS: '100000',
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: '100000',
  REALTIME_MAX_JOINS_PER_SECOND: '100000',
  REALTIME_MAX_EVENTS_PER_SECOND: '1000000',
};

const HEARTBEAT_MS = 25_000;

export async function startTrellisRooms(dataDir: string): Promise<RoomServer> {
  const server = await startServer({
    dataDir,
    databaseUrl: undefined,
    profileDirectory: undefined,
    more: UNLIMITED,
  });
  return {
    name: 'Trellis',
    processId: server.processId,
    join: (room) => joinChannel(server, room),
    stop: server.stop,
  };
}

/** @throws {Error} when the server cannot be reached or refuses */
export function joinChannel(
  { origin, apiKey }: Pick<RunningServer, 'origin' | 'apiKey'>,
  room: string,
): Promise<RoomSocket> {
  const topic = `realtime:${room}`;
  const address = `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apiKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  let ref = 1;
  const send = (event: string, payload: unknown, to = topic) =>
    socket.send(JSON.stringify([to === topic ? '1' : null, String(ref++), to, event, payload]));
  const { promise, resolve, reject } = Promise.withResolvers<RoomSocket>();
  let heard: ((frame: string) => void) | undefined;
  const beat = setInterval(() => send('heartbeat', {}, 'phoenix'), HEARTBEAT_MS);
  socket.on('open', () =>
    send('phx_join', { config: { broadcast: {}, presence: { key: '' }, private: false } }),
  );
  socket.on('error', reject);
  socket.on('close', () => {
    clearInterval(beat);
    reject(new Error('The socket was closed.'));
  });
  socket.on('message', (data: RawData) => {
    const frame = String(data);
    if (frame.includes('"at":')) heard?.(frame);
    else if (frame.includes('"phx_reply"') && frame.includes('"1"'))
      if (frame.includes('"status":"ok"')) resolve(joined);
      else {
        socket.terminate();
        reject(new Error(frame));
      }
  });
  const joined: RoomSocket = {
    say: (payload) => send('broadcast', { type: 'broadcast', event: 'said', payload }),
    onSaid: (listener) => {
      heard = listener;
    },
    onClosed: (closed) => void socket.once('close', closed),
    close: () => socket.terminate(),
  };
  return promise;
}
