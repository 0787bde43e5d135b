/** Runs a server in its own process: up once its address answers, stopped by SIGTERM, then by SIGKILL. */
import { type ChildProcess, spawn } from 'node:child_process';

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;
const KEPT_OUTPUT = 2000;

export interface ChildServer {
  readonly processId: number;
  stop(): Promise<void>;
}

export interface ChildServerOptions {
  /** Arguments for Node. */
  readonly args: readonly string[];
  /** Its whole environment besides PATH and HOME. */
  readonly environment: Readonly<Record<string, string>>;
  /** Answers with anything once the server is up. */
  readonly probe: string;
}

/** @throws {Error} with the gist of its error output when it ends or does not answer in five minutes */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, options.args, {
    // It writes its log, as in production; nobody reads it.
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH, HOME, ...options.environment },
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => stopChild(child, ended);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(options.probe))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended at once: ${gist(output)}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`It did not answer in ${START_TIMEOUT_MS / 1000} s: ${gist(output)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { processId: child.pid ?? 0, stop };
}

/** @returns the line of an error output that names the error, or the last one */
function gist(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '';
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
