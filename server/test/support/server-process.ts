/** The server as a process of its own, on a data folder of the test's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { unpackDatabase } from './unpack-database.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The program as people run it, for what memory it takes. */
export const AS_PEOPLE_RUN_IT: readonly string[] = [MAIN];

// Optimizing the database's code, and looking through a small nursery again and again, are a quarter of a start's work. A process
// that lives for seconds never gets it back.
export const SHORT_LIVED: readonly string[] = [
  '--liftoff-only',
  '--min-semi-space-size=16',
  '--max-semi-space-size=64',
];

// A fifth of a start is compiling the server's own code, which is the same each time. For a short command it is half.
export const NODE_COMPILE_CACHE: string = fileURLToPath(
  new URL('../../../node_modules/.cache/server', import.meta.url),
);

const SHORT_LIVED_MAIN = [...SHORT_LIVED, MAIN];

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  output(): string;
  /** Resolves when it answers that it is well. */
  healthy(): Promise<void>;
}

export interface Workshop extends AsyncDisposable {
  readonly dataDir: string;
  readonly port: number;
  /**
   * @param settings environment variables beside port and data folder
   * @param program another than the sources, with its arguments
   */
  start(settings?: Readonly<Record<string, string>>, program?: readonly string[]): ServerProcess;
}

/**
 * A folder and a port; processes started there are killed at the end.
 * @param withDatabase whether there is a database already: unpacking a copy is far quicker than making one
 */
export async function openWorkshop({ withDatabase = true } = {}): Promise<Workshop> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-process-'));
  const port = await freePort();
  if (withDatabase) await putDatabase(dataDir, port);
  const started: ServerProcess[] = [];
  return {
    dataDir,
    port,
    start: (settings = {}, program = SHORT_LIVED_MAIN) => {
      const server = startProcess({ PORT: String(port), DATA_DIR: dataDir, ...settings }, program);
      started.push(server);
      return server;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { child, exited } of started) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await exited;
        }
      }
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Makes a database where there is no copy, as when this project runs alone. */
async function putDatabase(dataDir: string, port: number): Promise<void> {
  if (await unpackDatabase(path.join(dataDir, 'database'))) return;
  const { child, exited, healthy } = startProcess({ PORT: String(port), DATA_DIR: dataDir });
  await healthy();
  child.kill('SIGTERM');
  await exited;
}

function startProcess(
  settings: Readonly<Record<string, string>>,
  program: readonly string[] = SHORT_LIVED_MAIN,
): ServerProcess {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  const output = () => written;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      written += chunk.toString();
    });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const healthy = async () => {
    for (let attempt = 0; attempt < 1800 && child.exitCode === null; attempt++) {
      const response = await fetch(`http://127.0.0.1:${settings.PORT}/health`).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The server did not start:\n${written}`);
  };
  return { child, exited, output, healthy };
}
