/** Runs writers in a process of their own: their work is not the server's, and not that of the one who looks on. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Flooded, FloodTask } from './flood.ts';
import type { Question, Typed, TypingTask, WritersTask } from './writers.ts';

const MAIN = fileURLToPath(new URL('./writers.ts', import.meta.url));

export interface WritersProcess {
  /** Resolves when they have taken up where they were when it was asked. */
  type(task: TypingTask): Promise<Typed>;
  flood(task: FloodTask): Promise<Flooded>;
  /** The words that each of them reads. */
  texts(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @returns the process, once every writer has the page open */
export async function startWriters(task: WritersTask): Promise<WritersProcess> {
  const child = fork(MAIN, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = <T>(question: Question): Promise<T> =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('The writers’ process has ended.'));
      child.once('exit', onExit);
      child.once('message', ({ answer, error }: { answer?: T; error?: string }) => {
        child.off('exit', onExit);
        if (error === undefined) resolve(answer as T);
        else reject(new Error(error));
      });
      child.send(question);
    });
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    await ask({ kind: 'open', task });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    type: (typing) => ask({ kind: 'type', task: typing }),
    flood: (flooding) => ask({ kind: 'flood', task: flooding }),
    texts: () => ask({ kind: 'texts' }),
    stop: async () => {
      await ask({ kind: 'close' });
      await stop();
    },
  };
}
