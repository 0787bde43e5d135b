/** Opens the gallery of templates, from anywhere. The shell shows it. */
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { type Opener, rememberOpener } from '../../lib/focus/palettes.ts';
import type { PageToFill } from '../editor/page-starters.ts';

export interface GalleryUse {
  /** The page that the chosen template goes into; without one a new page begins. */
  readonly page?: PageToFill;
}

export interface OpenGallery extends GalleryUse {
  /** The place of the focus when nothing is used. */
  readonly opener: Opener;
  /** It goes with the screen over which it was opened. */
  readonly pathname: string;
}

let open: OpenGallery | undefined;
const listeners = new Set<() => void>();

/** @param use undefined closes it */
export function openGallery(use: GalleryUse | undefined): void {
  open = use && { ...use, opener: rememberOpener(), pathname: location.pathname };
  for (const tell of listeners) tell();
}

/** @returns undefined while it is closed */
export function useGalleryUse(): OpenGallery | undefined {
  const { pathname } = useLocation();
  const use = useSyncExternalStore(subscribe, () => open);
  return use?.pathname === pathname ? use : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
