/** The events of a soak, in the order of time: kept for those who look for a cause. */
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const MOST_LETTERS = 4000;

// The browser's own words about broken lines, and about a header that plain HTTP makes useless.
const EXPECTED = /^(?:Failed to load resource|WebSocket connection|The Cross-Origin-Opener-Policy)/;

export class Trace {
  readonly folder: string;
  /** The app's complaints, and how often each came. */
  readonly complaints = new Map<string, number>();
  readonly #startedAt = Date.now();
  readonly #files = new Map<string, WriteStream>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns milliseconds since the soak began */
  readonly now = (): number => this.at(Date.now());

  /** @param time as `Date.now()` gives it */
  at(time: number): number {
    return time - this.#startedAt;
  }

  /** @param who names the file */
  write(who: string, what: string): void {
    const file = this.#files.get(who) ?? createWriteStream(path.join(this.folder, `${who}.log`));
    this.#files.set(who, file);
    file.write(`${(this.now() / 1000).toFixed(3)} ${what.slice(0, MOST_LETTERS)}\n`);
  }

  /** Follows the console, the requests for data and the live messages of a tab. */
  follow(who: string, page: Page): void {
    const write = (what: string) => this.write(who, what);
    page.on('console', (message) => {
      write(`console ${message.type()}: ${message.text()}`);
      if (message.type() === 'error') this.#complain(message.text());
    });
    page.on('pageerror', (error) => {
      write(`uncaught: ${error.stack ?? error.message}`);
      this.#complain(error.message);
    });
    page.on('crash', () => write('crashed'));
    page.on('request', (request) => {
      if (isOfData(request.url()))
        write(`-> ${request.method()} ${request.url()} ${request.postData() ?? ''}`);
    });
    page.on('requestfailed', (request) => {
      if (isOfData(request.url())) write(`failed ${request.url()}: ${request.failure()?.errorText}`);
    });
    page.on('response', async (response) => {
      if (!isOfData(response.url())) return;
      const body = await response.text().catch(() => '(no body)');
      write(`<- ${response.status()} ${response.url()} ${body}`);
    });
    page.on('websocket', (socket) => {
      write('live connection opened');
      socket.on('framesent', ({ payload }) => write(`live -> ${payload.toString()}`));
      socket.on('framereceived', ({ payload }) => write(`live <- ${payload.toString()}`));
      socket.on('close', () => write('live connection closed'));
    });
  }

  #complain(text: string): void {
    const [line = ''] = text.split('\n');
    if (!EXPECTED.test(line)) this.complaints.set(line, (this.complaints.get(line) ?? 0) + 1);
  }

  async end(): Promise<void> {
    const files = [...this.#files.values()];
    await Promise.all(files.map((file) => new Promise<void>((resolve) => file.end(resolve))));
  }
}

function isOfData(address: string): boolean {
  return /\/(?:rest|auth)\/v1\//.test(address);
}
