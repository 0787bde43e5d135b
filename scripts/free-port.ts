/**
 * A TCP port on loopback that nobody listens on at the moment. It lies below those that systems give to outgoing
 * connections: one of these would take it before its server starts, or while that starts again.
 */
import { randomInt } from 'node:crypto';
import net from 'node:net';

const FIRST = 10_000;
const LAST = 32_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
