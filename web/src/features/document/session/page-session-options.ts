/** All that an open page needs from around it. */

import type { CarriedEdits } from '../machine/carried-edits.ts';
import type { PageServer } from '../wire/page-server.ts';
import type { SavedPage } from '../words/page-texts.ts';
import type { BrowserTab } from './browser-tab.ts';
import type { OpenAbsence } from './missed-changes.ts';

export interface PageSessionOptions {
  /** One per person and page: names the drafts, the tab channel and the lock. */
  readonly name: string;
  readonly userId: string;
  readonly server: PageServer;
  readonly tab: BrowserTab;
  /** To be made as soon as the page is there. */
  readonly carried?: CarriedEdits | undefined;
  readonly absence?: OpenAbsence | undefined;
  /** The page as the server has it after a save from here. */
  onSaved(saved: SavedPage): void;
}
