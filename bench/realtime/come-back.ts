/** How long it takes until everybody is back after the server was restarted, with the client's own patience. */
import { freePort } from '../../scripts/free-port.ts';
import { startServer } from '../contestants/trellis-server.ts';
import { joinChannel } from './trellis-rooms.ts';

// As in supabase-js.
const PATIENCE_MS = [1000, 2000, 5000, 10_000];

export interface ComeBack {
  /** Milliseconds from the signal to stop until the new server answered. */
  readonly restart: number;
  /** Milliseconds from the signal until the last socket had its channel again. */
  readonly everybody: number;
}

/** The limits are those of a plain installation. */
export async function timeToComeBack(dataDir: string, sockets: number): Promise<ComeBack> {
  const port = await freePort();
  const start = () => startServer({ dataDir, databaseUrl: undefined, profileDirectory: undefined, port });
  const first = await start();
  const { promise: areBack, resolve: tellBack } = Promise.withResolvers<number>();
  let back = 0;
  let isOver = false;
  const comeBack = async (n: number, attempt = 0): Promise<void> => {
    await pause(PATIENCE_MS[Math.min(attempt, PATIENCE_MS.length - 1)] ?? 0);
    try {
      const socket = await joinChannel(first, `room-${n}`);
      if (++back === sockets) tellBack(performance.now());
      closeLater.push(() => socket.close());
    } catch {
      if (!isOver) await comeBack(n, attempt + 1);
    }
  };
  const closeLater: Array<() => void> = [];
  for (let n = 0; n < sockets; n++) {
    const socket = await joinChannel(first, `room-${n}`);
    socket.onClosed(() => void comeBack(n));
  }
  const from = performance.now();
  await first.stop();
  const second = await start();
  const restart = performance.now() - from;
  const everybody = (await areBack) - from;
  isOver = true;
  for (const close of closeLater) close();
  await second.stop();
  return { restart, everybody };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
