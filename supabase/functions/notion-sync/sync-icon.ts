/**
 * Brings the icons of a page and its counterpart in step, once their texts are. An icon is worth no failure of a sync: one
 * that could not be written, or that the other side does not take, is tried again with the next sync.
 */
import { decideIcon, iconHere } from './core/icons.ts';
import { type RemotePage, writeRemoteIcon } from './notion/remote-page.ts';
import type { NotionRequests } from './notion/requests.ts';
import { hasRival, type LocalPage, writeIcon } from './store/pages.ts';

/**
 * @param base the icon that both had after the last sync
 * @returns the one that both have now; undefined where they have not the same
 */
export async function syncIcon(
  requests: NotionRequests,
  page: LocalPage,
  remote: RemotePage,
  base: string | null,
): Promise<string | null | undefined> {
  const local = iconHere(page.icon);
  const side = decideIcon({ direction: page.notion_direction, local, remote: remote.icon, base });
  try {
    if (side === 'here' && remote.icon !== undefined) {
      return (await writeIcon(page, remote.icon)) ? remote.icon : undefined;
    }
    if (side === 'there' && local !== undefined) {
      // Each of the two would overwrite the other's.
      if (await hasRival(page)) return undefined;
      await writeRemoteIcon(requests, remote, local);
      return local;
    }
  } catch (error) {
    console.error(error);
    return undefined;
  }
  return local === remote.icon ? local : undefined;
}
