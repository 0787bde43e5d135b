/** Opens pages by the provider of hocuspocus, which is installed with the peers, as its Yjs is. */
import type * as Y from 'yjs';
import { type CountedSocket, type Counts, countedSocket } from '../counted-socket.ts';
import type { Address, OpenPage, PageOpener } from '../open-page.ts';

interface Peer {
  readonly yjs: typeof Y;
  open(options: {
    readonly url: string;
    readonly name: string;
    readonly writer: number;
    readonly flushDelay: number | false;
    readonly socket: CountedSocket;
  }): Promise<OpenPage>;
}

const PEER = new URL('../../peers/hocuspocus-page.ts', import.meta.url).href;

export async function hocuspocusPages(
  { origin, flushDelay }: Address & { side: 'hocuspocus' },
  counts: Counts,
): Promise<PageOpener> {
  const peer = (await import(PEER)) as Peer;
  const url = origin.replace('http', 'ws');
  return {
    yjs: peer.yjs,
    open: (writer, name, ears) =>
      peer.open({ url, name, writer, flushDelay, socket: countedSocket(counts, isTyping, ears) }),
    speak: (name) =>
      peer.open({
        url,
        name,
        writer: 0,
        flushDelay: false,
        socket: countedSocket(counts, isTyping, { areDeaf: false }),
      }),
  };
}

/** The document's name, and then Sync (0) with an update (2). */
function isTyping(frame: Buffer): boolean {
  const name = frame[0] ?? 0;
  return frame[1 + name] === 0 && frame[2 + name] === 2;
}
