/**
 * Has the edits sent that were left in this browser: when the app is opened, whatever it begins with, whenever the server answers
 * again, and after a while where the browser did not open its storage.
 */
import { isConnected, watchConnection } from '../../lib/browser/connection.ts';
import { whenIdle } from '../../lib/browser/time/when-idle.ts';

const LOOK_AGAIN_MS = 2000;
const LONGEST_PAUSE_MS = 300_000;

/** @returns how to stop */
export function keepSendingUnsentPages(userId: string): () => void {
  const ending = new AbortController();
  let cancelWaiting: () => void = () => undefined;
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = LOOK_AGAIN_MS;
  let last = Promise.resolve();
  const send = async () => {
    try {
      // On demand: it is the editor's code.
      const { sendUnsentPages } = await import('../../features/editor/send-unsent-pages.ts');
      await sendUnsentPages(userId, ending.signal);
      pauseMs = LOOK_AGAIN_MS;
    } catch {
      // The code did not load, the browser does not open its storage, or the server fails. The edits stay.
      if (ending.signal.aborted) return;
      alarm = setTimeout(sendSoon, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  };
  const sendSoon = () => {
    clearTimeout(alarm);
    cancelWaiting();
    if (!isConnected()) return;
    cancelWaiting = whenIdle(() => {
      last = last.then(send);
    });
  };
  sendSoon();
  const unwatch = watchConnection(sendSoon);
  return () => {
    ending.abort();
    clearTimeout(alarm);
    cancelWaiting();
    unwatch();
  };
}
