/** Opens documents by hocuspocus' own provider, with the awareness that it keeps by default. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import * as Y from 'yjs';

export const yjs = Y;

export function open({ url, name, writer, flushDelay, socket }) {
  const websocketProvider = new HocuspocusProviderWebsocket({ url, WebSocketPolyfill: socket });
  const document = new Y.Doc();
  const synced = Promise.withResolvers<void>();
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    document,
    token: 'bench',
    flushDelay,
    onSynced: () => synced.resolve(),
    onAuthenticationFailed: ({ reason }) => synced.reject(new Error(reason)),
  });
  provider.attach();
  const text = document.getText('content');
  provider.setAwarenessField('user', { name: `Writer ${writer}`, color: '#30bced' });
  return synced.promise.then(() => ({
    document,
    read: () => text.toString(),
    placeCaret: (index) => {
      const at = Y.createRelativePositionFromTypeIndex(text, index);
      provider.setAwarenessField('cursor', { anchor: at, head: at });
    },
    saved: async () => {
      while (provider.hasUnsyncedChanges) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    close: async () => {
      provider.destroy();
      websocketProvider.destroy();
    },
  }));
}
