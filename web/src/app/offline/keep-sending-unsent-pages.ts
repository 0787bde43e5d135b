/**
 * Has the edits sent that were left in this browser: when the app is opened, whatever it begins with, and whenever the server
 * answers again.
 */
import { isConnected, watchConnection } from '../../lib/browser/connection.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';

/** @returns how to stop */
export function keepSendingUnsentPages(userId: string): () => void {
  const ending = new AbortController();
  let cancelWaiting: () => void = () => undefined;
  let last = Promise.resolve();
  const send = async () => {
    try {
      // On demand: it is the editor's code.
      const { sendUnsentPages } = await import('../../features/editor/send-unsent-pages.ts');
      await sendUnsentPages(userId, ending.signal);
    } catch {
      // The code did not load, or the browser keeps nothing. The edits stay.
    }
  };
  const sendSoon = () => {
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
    cancelWaiting();
    unwatch();
  };
}
