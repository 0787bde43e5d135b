/** Opens pages by the editor's own modules: they open, send, batch, hear and save as in a browser without IndexedDB. */
import '../online.ts';
import { createClient } from '@supabase/supabase-js';
import { toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import { openDraftStore } from '../../../web/src/features/document/drafts/draft-store.ts';
import type { PageSessionSnapshot } from '../../../web/src/features/document/machine/page-snapshot.ts';
import type { BrowserTab } from '../../../web/src/features/document/session/browser-tab.ts';
import { PageSession } from '../../../web/src/features/document/session/page-session.ts';
import { openPageChannel } from '../../../web/src/features/document/wire/open-page-channel.ts';
import { pageServer } from '../../../web/src/features/document/wire/supabase-page-server.ts';
import type { Database } from '../../../web/src/lib/database.types.generated.ts';
import { joinChannel } from '../../../web/src/lib/live-channel.ts';
import { LIVE_CHECK_INTERVAL_MS } from '../../../web/src/lib/timings.ts';
import { type Counts, countedSocket, type Ears } from '../counted-socket.ts';
import { type Address, FIELD, type PageOpener } from '../open-page.ts';
import { CrowdLog, CrowdWriter } from '../trellis-crowd.ts';

export function trellisPages(address: Address & { side: 'trellis' }, counts: Counts): PageOpener {
  const logs = new Map<string, CrowdLog>();
  const personOf = (writer: number) => address.people[writer % address.people.length];
  const clientOf = (writer: number, ears: Ears) =>
    createClient<Database>(address.origin, address.apiKey, {
      accessToken: async () => personOf(writer)?.accessToken ?? '',
      realtime: { transport: countedSocket(counts, isTyping, ears) as unknown as typeof WebSocket },
    });
  return {
    yjs: Y,
    open: async (writer, pageId, ears) => {
      const userId = personOf(writer)?.userId ?? '';
      const client = clientOf(writer, ears);
      if (ears.areDeaf) {
        const log = logs.get(pageId) ?? new CrowdLog(pageServer(client, pageId));
        logs.set(pageId, log);
        return CrowdWriter.open(client, log, { pageId, userId });
      }
      const joined = Promise.withResolvers<void>();
      const session = new PageSession({
        name: `${userId}-${pageId}`,
        userId,
        server: pageServer(client, pageId),
        tab: tabOf((channel, events) =>
          openPageChannel(client, channel, {
            ...events,
            onMet: () => {
              events.onMet();
              joined.resolve();
            },
          }),
        ),
        onSaved: () => undefined,
      });
      await until(session, ({ phase }) => phase === 'ready');
      await joined.promise;
      return {
        document: session.document,
        read: () => session.document.getText(FIELD).toString(),
        placeCaret: (index) => session.carets.move(FIELD, index),
        saved: () => until(session, ({ status }) => status === 'saved'),
        close: async () => {
          await session.close();
          await client.realtime.disconnect();
        },
      };
    },
    speak: async (pageId) => {
      const client = clientOf(0, { areDeaf: true });
      const opened = await pageServer(client, pageId).open(undefined);
      const joined = Promise.withResolvers<void>();
      const { send } = joinChannel(client, `typing:${opened?.channel}`, {
        onTold: () => undefined,
        onJoined: joined.resolve,
        onDisconnected: () => undefined,
      });
      await joined.promise;
      const document = new Y.Doc();
      if (opened?.state) Y.applyUpdate(document, opened.state.update);
      for (const { update } of opened?.updates ?? []) Y.applyUpdate(document, update);
      document.on('update', (update) =>
        send('typed', { epoch: opened?.epoch, update: toBase64(update), screen: 'bench' }),
      );
      return { document, close: async () => void (await client.realtime.disconnect()) };
    },
  };
}

function tabOf(open: BrowserTab['openPageChannel']): BrowserTab {
  const none = () => {
    throw new Error('A browser without shared drafts has no use for this.');
  };
  return {
    openDraftStore,
    keepBeforeUnload: () => undefined,
    openTabPort: none,
    holdTabLock: none,
    openPageChannel: open,
    watch: ({ onCheck }) => {
      const timer = setInterval(onCheck, LIVE_CHECK_INTERVAL_MS);
      return () => clearInterval(timer);
    },
  };
}

function until(session: PageSession, isSo: (snapshot: PageSessionSnapshot) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const snapshot = session.getSnapshot();
      const isBroken = ['failed', 'missing', 'replaced', 'out-of-reach'].includes(snapshot.phase);
      if (!isBroken && !isSo(snapshot)) return;
      stop();
      if (isBroken) reject(new Error(`A page is ${snapshot.phase}.`));
      else resolve();
    };
    const stop = session.subscribe(look);
    look();
  });
}

/** A binary broadcast of Supabase Realtime's protocol 2.0.0: kind 4, three lengths, the encoding, the topic, the event. */
function isTyping(frame: Buffer): boolean {
  const [kind, topic = 0, event = 0] = frame;
  return kind === 4 && frame.toString('latin1', 5 + topic, 5 + topic + event) === 'typed';
}
