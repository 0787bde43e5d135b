/**
 * The messages between the server and the database's thread. Plain bytes are Postgres' wire protocol: each
 * message gets exactly one answer, in order, and parts of the answer may precede it.
 */

export interface ThreadStart {
  /** The folder of the files; undefined keeps everything in memory. */
  readonly directory: string | undefined;
  /** Whether nothing is lost with it: nobody waits for the disk. */
  readonly isDraft?: boolean;
  /** A copy to start from, such as a backup. */
  readonly image: string | undefined;
}

export type ToThread =
  | Uint8Array<ArrayBuffer>
  | { readonly kind: 'connect' }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'close' };

export type FromThread =
  | Uint8Array<ArrayBuffer>
  | { readonly kind: 'part'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'ready' }
  | { readonly kind: 'connected' }
  /** It has more memory than it needs from day to day. */
  | { readonly kind: 'large' }
  | { readonly kind: 'backup-written'; readonly problem: string | undefined };

/** Makes one message of several pieces, in memory of its own: a message takes its memory along. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
