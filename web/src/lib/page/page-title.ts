/** The title of a page: one without a name gets the placeholder of its editor. */
import { DEFAULT_PAGE_NAME } from './page-defaults.ts';

export function pageTitle(name: string | null | undefined): string {
  return name?.trim() || DEFAULT_PAGE_NAME;
}
