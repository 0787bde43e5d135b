import { DEFAULT_PAGE_NAME } from './limits.ts';

/** A page whose name was cleared is called what its editor shows in place of one. */
export function pageTitle(name: string | null | undefined): string {
  return name?.trim() || DEFAULT_PAGE_NAME;
}
