/**
 * Deletes the saved drafts of pages that a person lost: with a workspace, or as others hid or deleted them. A page that is open in a tab keeps its draft for
 * as long as it is, so it is done once more when the app is opened next. Words that the server never got stay,
 * as when signing out.
 */
import { read, store } from '../../lib/browser/storage/stored-value.ts';

export async function forgetLostPages(userId: string, pageIds: readonly string[]): Promise<void> {
  store(markOf(userId), [...new Set([...markedFor(userId), ...pageIds])]);
  await forget(userId, pageIds);
}

export async function finishForgettingLostPages(userId: string): Promise<void> {
  const pageIds = markedFor(userId);
  if (pageIds.length === 0) return;
  store(markOf(userId), []);
  await forget(userId, pageIds);
}

async function forget(userId: string, pageIds: readonly string[]): Promise<void> {
  try {
    // On demand: most people never lose a workspace.
    const { forgetDraftsOfPages } = await import('../../features/document/drafts/forget-drafts.ts');
    await forgetDraftsOfPages(userId, pageIds);
  } catch {
    // A browser without IndexedDB kept nothing.
  }
}

function markedFor(userId: string): readonly string[] {
  return read(markOf(userId), areTexts) ?? [];
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function markOf(userId: string): string {
  return `trellis-lost-pages-${userId}`;
}
