/** How another feature starts a page that is open: with a text that takes the place of nothing, in one step. */
import type { ReactNode } from 'react';

export interface PageToFill {
  /** The page's name; undefined while it has none of its own. */
  readonly name: () => string | undefined;
  /** Puts the text where the caret is, and names a page that has no name of its own. */
  readonly fill: (started: { readonly name: string; readonly content: string }) => void;
}

export interface PageStarters {
  /** Lets the person choose among all. */
  readonly choose: (page: PageToFill) => void;
  /** Shown below the caret while the page is empty. */
  readonly row: (page: PageToFill) => ReactNode;
}
