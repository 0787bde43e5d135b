/** The memory of a socket that has joined a channel and says nothing. */
import { residentBytes } from '../measure/resident-bytes.ts';
import type { RoomServer } from './room.ts';

const AT_ONCE = 200;
const SETTLE_MS = 3000;

/** @returns bytes that the server's process took for each socket */
export async function memoryPerSocket(server: RoomServer, sockets: number): Promise<number> {
  const before = residentBytes(server.processId);
  const open = [];
  for (let n = 0; n < sockets; n += AT_ONCE) {
    const joined = Array.from({ length: Math.min(AT_ONCE, sockets - n) }, (_, at) =>
      server.join(`idle-${n + at}`),
    );
    open.push(...(await Promise.all(joined)));
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const after = residentBytes(server.processId);
  for (const socket of open) socket.close();
  return (after - before) / sockets;
}
