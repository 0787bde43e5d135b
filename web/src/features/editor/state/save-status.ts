/** What state a page's text is in; the screen says each of them in words. */
export type SaveStatus =
  /** The server has everything. */
  | 'saved'
  /** Typed since the last save, which starts shortly. */
  | 'unsaved'
  | 'saving'
  /** The server cannot be reached; tried again by itself. */
  | 'offline'
  /** The server answered that something is wrong with it; tried again by itself. */
  | 'failed'
  /** The server will not take this text; trying again changes nothing by itself. */
  | 'refused'
  /** The session has ended; saved after the next sign-in. */
  | 'signed-out'
  /** The page was deleted, or is no longer shared with this person. */
  | 'gone';

export function isUnsafeToLeave(status: SaveStatus): boolean {
  return status !== 'saved';
}
