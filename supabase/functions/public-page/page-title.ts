/** As the app calls a page (web/src/lib/page/page-title.ts). */
export function pageTitle(name: string): string {
  return name.trim() || 'Untitled';
}
