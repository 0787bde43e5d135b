/** Keeps an upload queue at work for as long as its person is there, whatever the browser refuses meanwhile. */
import type { UploadQueue } from './upload-queue.ts';

const RESTART_AFTER_MS = 5000;

/** @returns begins, unless it is at work; until the signal says that the person has left */
export function runWhile(
  queue: UploadQueue,
  pause: (ms: number, signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => void {
  const keepRunning = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      // Ends without an error when another tab took the lock over, and with one when the browser refuses its storage.
      await queue.run(signal).catch(() => pause(RESTART_AFTER_MS, signal));
    }
  };
  let running: AbortSignal | undefined;
  return (signal) => {
    if (running && !running.aborted) return;
    running = signal;
    void keepRunning(signal);
  };
}
