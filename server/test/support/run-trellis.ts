/** The operator's command, as a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_COMPILE_CACHE, SHORT_LIVED } from './server-process.ts';

const TRELLIS = fileURLToPath(new URL('../../src/command/trellis.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

export function runTrellis(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
    execFile(process.execPath, [...SHORT_LIVED, TRELLIS, ...words], { env }, (error, said, complained) =>
      resolve({ code: error ? Number(error.code) : 0, said, complained }),
    );
  });
}
