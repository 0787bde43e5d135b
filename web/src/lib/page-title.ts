import { DEFAULT_PAGE_NAME } from './page-defaults.ts';

/** A page without a name gets the placeholder of its editor. */
export function pageTitle(name: string | null | undefined): string {
  return name?.trim() || DEFAULT_PAGE_NAME;
}
