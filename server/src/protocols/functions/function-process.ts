/**
 * The server's side of a function's process (process-main.ts): starts it, sends it requests, notices when it no longer
 * answers, and ends it. An ended process is never used again. A thread would start faster, but one that takes
 * all memory at once would end the server, too.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { FunctionError, type FunctionProblem } from './errors.ts';
import { type FromProcess, THROWN_HEADER, type ToProcess } from './process-messages.ts';

const MAIN = new URL('./process-main.ts', import.meta.url);
// Answers with these statuses have no body, not even an empty one.
const STATUS_WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export type HeaderList = readonly (readonly [string, string])[];

export interface FunctionRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface FunctionLimits {
  /** How long a request may take until its answer begins. */
  readonly answerMs: number;
  /** How long the process may compute without answering a ping. */
  readonly computeMs: number;
  readonly memoryMb: number;
  /** A process that computes for less is as good as free: another one takes longer to start. */
  readonly heldUpMs: number;
}

export class FunctionProcess {
  readonly #child: ChildProcess;
  readonly #limits: FunctionLimits;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-function-'));
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<FunctionError>();
  #reason: FunctionError | undefined;
  #unanswered = 0;
  #watch: NodeJS.Timeout | undefined;
  // Loading its file may take a while.
  #lastSeen = Number.POSITIVE_INFINITY;
  /** Since when a ping waits for its answer. */
  #pingedAt: number | undefined;

  /** @param onLine gets what the function writes to its console */
  constructor(
    entry: string,
    environment: Readonly<Record<string, string>>,
    limits: FunctionLimits,
    onLine: (line: string) => void,
  ) {
    this.#limits = limits;
    this.#child = fork(MAIN, [pathToFileURL(entry).href, this.#socket], {
      env: { ...environment },
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#ready.promise.catch(() => undefined);
    this.#child.on('message', (message: FromProcess) => this.#receive(message));
    this.#child.on('error', (error) => this.#end('WORKER_ERROR', error));
    this.#child.on('exit', (code, signal) => {
      // V8 aborts the process when it runs out of memory.
      const outOfMemory = signal === 'SIGABRT' || code === 134;
      this.#end(outOfMemory ? 'WORKER_LIMIT' : 'WORKER_ERROR', new Error(`It ended (${signal ?? code}).`));
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (written: string) => onLine(written.trimEnd()));
  }

  get hasEnded(): boolean {
    return this.#reason !== undefined;
  }

  /** How many requests wait for their answers. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Whether it computes, and hears of no request meanwhile. */
  get isHeldUp(): boolean {
    return this.#pingedAt !== undefined && performance.now() - this.#pingedAt > this.#limits.heldUpMs;
  }

  /** @throws {FunctionError} */
  async ask(request: FunctionRequest): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#limits.answerMs);
    this.#unanswered++;
    this.#startWatching();
    try {
      await Promise.race([this.#ready.promise, rejectedBy(late.signal)]);
      return await this.#send(request, AbortSignal.any([late.signal, request.signal]));
    } catch (error) {
      if (error instanceof FunctionError) throw error;
      if (late.signal.aborted || request.signal.aborted) throw new FunctionError('IDLE_TIMEOUT', error);
      // The connection broke: the process says why.
      throw await this.#ended.promise;
    } finally {
      clearTimeout(timer);
      this.#unanswered--;
      if (this.#unanswered === 0) this.#stopWatching();
    }
  }

  stop(): void {
    this.#end('WORKER_ERROR', new Error('The server ended it.'));
  }

  get #socket(): string {
    return process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.basename(this.#folder)}`
      : path.join(this.#folder, 'socket');
  }

  async #send({ method, url, headers, body }: FunctionRequest, signal: AbortSignal): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const request = http.request({
      socketPath: this.#socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: [
        ['host', url.host],
        // Without it, Node sends a body of DELETE or OPTIONS as if it were the next request.
        ...(body ? [['content-length', String(body.byteLength)]] : []),
        ...headers,
      ].flat() as string[],
      signal,
      agent: false,
    });
    request.on('response', resolve).on('error', reject);
    request.end(body);
    const message = await promise;
    if (message.headers[THROWN_HEADER] !== undefined)
      throw new FunctionError('WORKER_ERROR', new Error(await text(message)));
    const status = message.statusCode ?? 500;
    const hasBody = method !== 'HEAD' && !STATUS_WITHOUT_BODY.has(status);
    if (!hasBody) message.resume();
    return new Response(hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null, {
      status,
      headers: Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    });
  }

  #receive(message: FromProcess): void {
    this.#lastSeen = performance.now();
    this.#pingedAt = undefined;
    if (message.kind === 'ready') this.#ready.resolve();
    else if (message.kind === 'unusable') this.#end('BOOT_ERROR', new Error(message.reason));
  }

  #end(problem: FunctionProblem, cause: Error): void {
    if (this.#reason) return;
    this.#reason = new FunctionError(problem, cause);
    this.#stopWatching();
    this.#ready.reject(this.#reason);
    this.#ended.resolve(this.#reason);
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Pings the process while a request waits. A process that does not answer for long computes without end. */
  #startWatching(): void {
    if (this.#watch || this.#reason) return;
    if (Number.isFinite(this.#lastSeen)) this.#lastSeen = performance.now();
    this.#watch = setInterval(
      () => {
        if (performance.now() - this.#lastSeen > this.#limits.computeMs)
          this.#end('WORKER_LIMIT', new Error('It computed for too long.'));
        else this.#ping();
      },
      Math.min(this.#limits.computeMs / 5, this.#limits.heldUpMs),
    );
    this.#watch.unref();
  }

  #ping(): void {
    if (!this.#child.connected) return;
    // While it loads its file, it answers nobody.
    if (Number.isFinite(this.#lastSeen)) this.#pingedAt ??= performance.now();
    this.#child.send({ kind: 'ping' } satisfies ToProcess);
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
