/** How a page is read, for those who draw its elements: which pictures are loaded, what links say, and what follows a click. */
import { createContext, useContext } from 'react';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import type { PageTitles } from '../linked-pages/page-titles.ts';
import type { WikiPages } from '../linked-pages/wiki-pages.ts';
import type { ShownImages } from '../view/shown-images.ts';

export interface ReadWiki extends Pick<LinkablePages, 'create'> {
  readonly places: WikiPages;
}

export interface Reading {
  readonly images: ShownImages;
  /** Left out where links say what they said. */
  readonly titles?: PageTitles | undefined;
  /** Left out where wiki links lead nowhere. */
  readonly wiki?: ReadWiki | undefined;
  readonly onFollow: (address: string) => void;
  /** Left out where tasks stay as they are. @param at where the task's list item begins in the text */
  readonly onTick: ((at: number) => void) | undefined;
  /** Two versions in one: nothing is folded, and nothing stands in place of words, since changes are marked in them. */
  readonly isComparison?: true;
}

const CurrentReading = createContext<Reading | undefined>(undefined);

export const ReadingProvider = CurrentReading.Provider;

/** @throws {Error} outside of a page that is read */
export function useReading(): Reading {
  const reading = useContext(CurrentReading);
  if (!reading) throw new Error('There is no page that is read.');
  return reading;
}
