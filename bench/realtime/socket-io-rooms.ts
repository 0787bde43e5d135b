/** The peer: socket.io, spoken to in its own protocol (Engine.IO 4, Socket.IO 5) by a bare WebSocket, as this server is. */
import { fileURLToPath } from 'node:url';
import { type RawData, WebSocket } from 'ws';
import { freePort } from '../../scripts/free-port.ts';
import { startChildServer } from '../contestants/child-server.ts';
import { installPeers } from '../install-peers.ts';
import type { RoomServer, RoomSocket } from './room.ts';

const MAIN = fileURLToPath(new URL('../peers/socket-io-server.ts', import.meta.url));

// Engine.IO's packets: open, ping, pong; Socket.IO's beneath: connect, event, acknowledgement.
const [OPENED, PING, PONG, CONNECT, CONNECTED, ACKNOWLEDGED] = ['0', '2', '3', '40', '40', '430'] as const;

/** @throws {Error} when it cannot be installed or does not start */
export async function startSocketIoRooms(): Promise<RoomServer> {
  installPeers();
  const port = await freePort();
  const server = await startChildServer({
    args: [MAIN],
    environment: { PORT: String(port), NODE_ENV: 'production' },
    probe: `http://127.0.0.1:${port}/`,
  });
  return {
    name: 'socket.io',
    processId: server.processId,
    join: (room) => joinRoom(port, room),
    stop: server.stop,
  };
}

function joinRoom(port: number, room: string): Promise<RoomSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<RoomSocket>();
  let heard: ((frame: string) => void) | undefined;
  const joined: RoomSocket = {
    say: (message) => socket.send(`42${JSON.stringify(['say', room, message])}`),
    onSaid: (listener) => {
      heard = listener;
    },
    onClosed: (closed) => void socket.once('close', closed),
    close: () => socket.terminate(),
  };
  socket.on('error', reject);
  socket.on('message', (data: RawData) => {
    const frame = String(data);
    if (frame.includes('"at":')) heard?.(frame);
    else if (frame === PING) socket.send(PONG);
    else if (frame.startsWith(OPENED)) socket.send(CONNECT);
    else if (frame.startsWith(CONNECTED)) socket.send(`420${JSON.stringify(['join', room])}`);
    else if (frame.startsWith(ACKNOWLEDGED)) resolve(joined);
  });
  return promise;
}
