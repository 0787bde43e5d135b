/** The state of an open page, as all tabs that have it open get it. */
import type { KnownLook } from '../../../lib/page/page-look.ts';
import type { SaveStatus } from '../wire/save-status.ts';

export type PagePhase =
  | 'loading'
  | 'ready'
  | 'missing'
  | 'failed'
  /** Nobody answers, and this browser has nothing of the page. */
  | 'out-of-reach'
  /** The page has another document, which another session shows. */
  | 'replaced';

export interface PageSessionSnapshot {
  readonly phase: PagePhase;
  readonly status: SaveStatus;
  /** The id of the request without which the page could not be read or saved. */
  readonly requestId?: string | undefined;
  /** Names the channel on which the page's writers meet. */
  readonly channel?: string | undefined;
  /** How the page looked when its text was read: the tree may have come earlier, or know of a later change. */
  readonly look?: KnownLook | undefined;
}
