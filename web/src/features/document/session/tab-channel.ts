/**
 * Keeps the tabs of one browser that show the same page on one document: each sends its edits to the others at once,
 * and all show the state of the tab that does the saving.
 */
import * as Y from 'yjs';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import type { DraftStore } from '../drafts/drafts.ts';
import type { StateVector } from '../words/page-document.ts';
import { FROM_LOG, FROM_OTHERS, ownClientsOf } from '../words/page-updates.ts';
import type { PageSessionSnapshot } from './page-snapshot.ts';

type Message = OfDocument | About;

/** About one document. A tab that shows another one has missed that the page's was replaced. */
type OfDocument = { readonly epoch: string } & (
  | { readonly kind: 'hello'; readonly have: Uint8Array }
  | {
      readonly kind: 'update';
      readonly update: Uint8Array;
      /** The update's clients that typed in this browser. */
      readonly own: readonly number[];
      /** Whether it came from other browsers. */
      readonly isFromOthers: boolean;
      readonly from: string;
      /** All that the tab has told by now, this included, is so many updates. */
      readonly told: number;
    }
  /** The page has another document, which has so much of the one before in it. */
  | { readonly kind: 'replaced'; readonly taken: StateVector }
);

type About =
  | { readonly kind: keyof typeof EVENTS }
  /** With what the tab that saves has heard from each of the others. */
  | {
      readonly kind: 'state';
      readonly state: PageSessionSnapshot;
      readonly heard: Readonly<Record<string, number>>;
      readonly epoch: string | undefined;
    };

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
  /** Another tab shows another document of the page, or this one does not know yet which it shows. */
  onOtherDocument(): void;
  /** The page has another document, which has so much of this one in it. */
  onReplaced(taken: StateVector): void;
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
  tellReplaced(taken: StateVector): void;
  close(): void;
}

/** The part of a BroadcastChannel that is used. */
export interface TabPort {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

const EVENTS = {
  opened: 'onHello',
  'save-now': 'onSaveNow',
  'save-apart': 'onSaveApart',
  'saved-apart': 'onSavedApart',
  refresh: 'onRefresh',
  refreshed: 'onRefreshed',
} as const;

/** @param drafts say which document the tab shows, once that is known, and which words are this browser's */
export function openTabChannel(
  name: string,
  document: Y.Doc,
  drafts: Pick<DraftStore, 'epoch' | 'ownClients' | 'noteOwn'>,
  events: TabChannelEvents,
  openPort: (name: string) => TabPort = (name) => new BroadcastChannel(name),
): TabChannel {
  const channel = openPort(name);
  const id = randomUuid();
  let told = 0;
  const heard: Record<string, number> = {};
  // Words of another tab are not sent again, whatever they count as here.
  let isHearing = false;
  let isOpen = true;
  // A caller that closes it while the document tells of an edit does so before this listener has its turn.
  const send = (message: Message) => isOpen && channel.postMessage(message);
  const tellUpdate = (update: Uint8Array, isFromOthers: boolean) => {
    const { epoch, ownClients } = drafts;
    if (epoch)
      send({
        kind: 'update',
        epoch,
        update,
        own: ownClientsOf(update, ownClients),
        isFromOthers,
        from: id,
        told,
      });
  };
  const onUpdate = (update: Uint8Array, origin: unknown) => {
    if (isHearing) return;
    told++;
    tellUpdate(update, origin === FROM_LOG || origin === FROM_OTHERS);
  };
  const hear = (update: Uint8Array, origin: unknown) => {
    isHearing = true;
    Y.applyUpdate(document, update, origin);
    isHearing = false;
  };
  const onMessageOfDocument = (message: OfDocument) => {
    switch (message.kind) {
      case 'hello':
        tellUpdate(Y.encodeStateAsUpdate(document, message.have), false);
        break;
      case 'update':
        drafts.noteOwn(message.own);
        hear(message.update, message.isFromOthers ? FROM_OTHERS : channel);
        heard[message.from] = message.told;
        events.onUpdate();
        break;
      case 'replaced':
        events.onReplaced(message.taken);
        break;
    }
  };
  const onMessage = (message: About) => {
    if (message.kind !== 'state') return events[EVENTS[message.kind]]();
    if (message.epoch && message.epoch !== drafts.epoch) events.onOtherDocument();
    events.onState(message.state, (message.heard[id] ?? 0) >= told);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!isOfDocument(data)) onMessage(data);
    else if (data.epoch === drafts.epoch) onMessageOfDocument(data);
    else events.onOtherDocument();
  };
  const askForUpdates = () => {
    if (drafts.epoch) send({ kind: 'hello', epoch: drafts.epoch, have: Y.encodeStateVector(document) });
  };
  document.on('update', onUpdate);
  send({ kind: 'opened' });
  askForUpdates();
  return {
    sendState: (state) => send({ kind: 'state', state, heard: { ...heard }, epoch: drafts.epoch }),
    askToSaveNow: () => send({ kind: 'save-now' }),
    askToSaveApart: () => send({ kind: 'save-apart' }),
    tellSavedApart: () => send({ kind: 'saved-apart' }),
    askToRefresh: () => send({ kind: 'refresh' }),
    tellRefreshed: () => send({ kind: 'refreshed' }),
    askForUpdates,
    tellReplaced: (taken) => {
      if (drafts.epoch) send({ kind: 'replaced', epoch: drafts.epoch, taken });
    },
    close: () => {
      isOpen = false;
      document.off('update', onUpdate);
      channel.close();
    },
  };
}

function isOfDocument(message: Message): message is OfDocument {
  return message.kind === 'hello' || message.kind === 'update' || message.kind === 'replaced';
}
