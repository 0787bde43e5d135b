/** The browser tab's services for an open page. */
import { isConnected, watchConnection } from '../../../lib/browser/connection.ts';
import { holdTabLock } from '../../../lib/browser/tabs/tab-lock.ts';
import { LIVE_CHECK_INTERVAL_MS } from '../../../lib/timings.ts';
import { openDraftStore } from '../drafts/draft-store.ts';
import { keepBeforeUnload } from '../drafts/left-words.ts';
import { openPageChannel } from '../wire/page-channel-on-demand.ts';

/** The part of a BroadcastChannel that is used. */
export interface TabPort {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

export interface TabEvents {
  /** The tab is about to close: preventDefault() makes the browser ask the person. */
  onClosing(event: Event): void;
  /** The tab is out of sight, and may never be back. */
  onLeave(): void;
  /** The tab is in sight again, or the server can be reached again. */
  onReturn(): void;
  /** The tab is in sight, and it is time to ask whether a message was lost. */
  onCheck(): void;
}

export interface BrowserTab {
  readonly openDraftStore: typeof openDraftStore;
  readonly keepBeforeUnload: typeof keepBeforeUnload;
  /** Opens a way to the browser's other tabs that have a page of this name open. */
  readonly openTabPort: (name: string) => TabPort;
  readonly holdTabLock: typeof holdTabLock;
  readonly openPageChannel: typeof openPageChannel;
  /** @returns how to end it */
  watch(events: TabEvents): () => void;
}

export const browserTab: BrowserTab = {
  openDraftStore,
  keepBeforeUnload,
  openTabPort: (name) => new BroadcastChannel(name),
  holdTabLock,
  openPageChannel,
  watch: ({ onClosing, onLeave, onReturn, onCheck }) => {
    const look = () => (document.visibilityState === 'hidden' ? onLeave() : onReturn());
    window.addEventListener('beforeunload', onClosing);
    window.addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', look);
    const check = setInterval(() => {
      if (document.visibilityState === 'visible') onCheck();
    }, LIVE_CHECK_INTERVAL_MS);
    const unwatchConnection = watchConnection(() => isConnected() && look());
    return () => {
      window.removeEventListener('beforeunload', onClosing);
      window.removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', look);
      clearInterval(check);
      unwatchConnection();
    };
  },
};
