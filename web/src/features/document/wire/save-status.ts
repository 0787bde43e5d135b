/**
 * The states of a page's text (saved, unsaved, offline, refused, too large, gone and others), and which of them are tried again. The screen
 * has their sentences (components/save-status-line.tsx).
 */
export type SaveStatus =
  /** The server has everything. */
  | 'saved'
  /** Typed since the last save, which starts shortly. */
  | 'unsaved'
  | 'saving'
  /** The server cannot be reached; tried again by itself. */
  | 'offline'
  /** The server reported a failure of its own; tried again by itself. */
  | 'failed'
  /** The server will not take this text; trying again changes nothing by itself. */
  | 'refused'
  /** The server, or a proxy before it, takes no request of this size; trying again changes nothing by itself. */
  | 'too-large'
  /** The session has ended; saved after the next sign-in. */
  | 'signed-out'
  /** The page was deleted, or is no longer shared with this person. */
  | 'gone';

export function isUnsafeToLeave(status: SaveStatus): boolean {
  return status !== 'saved';
}

/** Whether it may be saved by itself. */
export function isStillTried(status: SaveStatus): boolean {
  return status === 'unsaved' || status === 'saving' || isRetried(status);
}

/** Whether it was tried and is tried again by itself. */
export function isRetried(status: SaveStatus | undefined): boolean {
  return status === 'offline' || status === 'failed';
}

/** Whether the server has answered last. */
export function isInTouch(status: SaveStatus): boolean {
  return status === 'saved' || status === 'unsaved' || status === 'saving';
}
