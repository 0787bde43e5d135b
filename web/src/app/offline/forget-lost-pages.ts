/**
 * Deletes the saved drafts of a person who is no longer in one of their workspaces. A page that is open in a tab keeps its
 * draft for as long as it is, so it is done once more when the app is opened next. Words that the server never got stay, as when signing out.
 */
import { read, store } from '../../lib/browser/stored-value.ts';

export async function forgetLostPages(userId: string): Promise<void> {
  store(markOf(userId), true);
  await forget(userId);
}

export async function finishForgettingLostPages(userId: string): Promise<void> {
  if (!read(markOf(userId), isTrue)) return;
  store(markOf(userId), false);
  await forget(userId);
}

async function forget(userId: string): Promise<void> {
  try {
    // On demand: most people never lose a workspace.
    const { forgetDrafts } = await import('../../features/editor/state/forget-drafts.ts');
    await forgetDrafts(userId);
  } catch {
    // A browser without IndexedDB kept nothing.
  }
}

function isTrue(value: unknown): value is true {
  return value === true;
}

function markOf(userId: string): string {
  return `trellis-lost-pages-${userId}`;
}
