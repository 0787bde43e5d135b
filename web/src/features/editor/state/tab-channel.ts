/**
 * Keeps the tabs of one browser that show the same page on one document: each sends its edits to the others at once,
 * and all show the state of the tab that does the saving.
 */
import * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

type Message =
  | { readonly kind: 'hello'; readonly have: Uint8Array }
  /** All that the tab has told by now, this included, is so many updates. */
  | { readonly kind: 'update'; readonly update: Uint8Array; readonly from: string; readonly told: number }
  /** With what the tab that saves has heard from each of the others. */
  | {
      readonly kind: 'state';
      readonly state: PageSessionSnapshot;
      readonly heard: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'save-now' }
  | { readonly kind: 'save-apart' | 'saved-apart' }
  | { readonly kind: 'refresh' | 'refreshed' };

export interface TabChannelEvents {
  /**
   * The tab that saves has got into this state.
   * @param knowsAll whether it had everything by then that was written in this tab
   */
  onState(state: PageSessionSnapshot, knowsAll: boolean): void;
  /** Something that another tab wrote has come into the document. */
  onUpdate(): void;
  /** A tab that does not save itself is being left. */
  onSaveNow(): void;
  /** A tab that does not save itself wants what is saved next kept apart from what is unsaved now. */
  onSaveApart(): void;
  /** The tab that saves has done so. */
  onSavedApart(): void;
  /** A tab that does not save itself wants to know what the server has now, and then the state. */
  onRefresh(): void;
  /** The tab that saves has looked. */
  onRefreshed(): void;
  /** A tab has just opened the page and does not know the state yet. */
  onHello(): void;
}

export interface TabChannel {
  sendState(state: PageSessionSnapshot): void;
  askToSaveNow(): void;
  askToSaveApart(): void;
  tellSavedApart(): void;
  askToRefresh(): void;
  tellRefreshed(): void;
  /** Gets what the other tabs have and this one does not. */
  askForUpdates(): void;
  close(): void;
}

/** The part of a BroadcastChannel that is used. */
export interface TabPort {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

export function openTabChannel(
  name: string,
  document: Y.Doc,
  events: TabChannelEvents,
  openPort: (name: string) => TabPort = (name) => new BroadcastChannel(name),
): TabChannel {
  const channel = openPort(name);
  const id = randomUuid();
  let told = 0;
  const heard: Record<string, number> = {};
  const send = (message: Message) => channel.postMessage(message);
  const sendUpdate = (update: Uint8Array, origin: unknown) => {
    if (origin !== channel) send({ kind: 'update', update, from: id, told: ++told });
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    switch (data.kind) {
      case 'hello':
        send({ kind: 'update', update: Y.encodeStateAsUpdate(document, data.have), from: id, told });
        events.onHello();
        break;
      case 'update':
        Y.applyUpdate(document, data.update, channel);
        heard[data.from] = data.told;
        events.onUpdate();
        break;
      case 'state':
        events.onState(data.state, (data.heard[id] ?? 0) >= told);
        break;
      case 'save-now':
        events.onSaveNow();
        break;
      case 'save-apart':
        events.onSaveApart();
        break;
      case 'saved-apart':
        events.onSavedApart();
        break;
      case 'refresh':
        events.onRefresh();
        break;
      case 'refreshed':
        events.onRefreshed();
        break;
    }
  };
  const sayHello = () => send({ kind: 'hello', have: Y.encodeStateVector(document) });
  document.on('update', sendUpdate);
  sayHello();
  return {
    sendState: (state) => send({ kind: 'state', state, heard: { ...heard } }),
    askToSaveNow: () => send({ kind: 'save-now' }),
    askToSaveApart: () => send({ kind: 'save-apart' }),
    tellSavedApart: () => send({ kind: 'saved-apart' }),
    askToRefresh: () => send({ kind: 'refresh' }),
    tellRefreshed: () => send({ kind: 'refreshed' }),
    askForUpdates: sayHello,
    close: () => {
      document.off('update', sendUpdate);
      channel.close();
    },
  };
}
