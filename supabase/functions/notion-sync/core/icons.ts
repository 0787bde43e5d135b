/**
 * Decides where the icon of a page goes in a sync. A side gets the other's icon only while it has what both had after the last
 * sync: an icon that somebody chose on that side since, or before the first sync, is never replaced or taken away.
 */
import type { Direction } from './decide.ts';

/** An emoji, or null for none; undefined for a picture that has no counterpart on the other side. */
export type Icon = string | null | undefined;

export interface IconSides {
  readonly direction: Direction;
  readonly local: Icon;
  readonly remote: Icon;
  /** The icon of both sides after the last sync; null before the first one. */
  readonly base: string | null;
}

/** @returns the side that gets the other's icon; undefined for neither */
export function decideIcon({ direction, local, remote, base }: IconSides): 'here' | 'there' | undefined {
  if (local === undefined || remote === undefined || local === remote) return undefined;
  if (local === base && direction !== 'send') return 'here';
  return remote === base && direction !== 'bring' ? 'there' : undefined;
}

/** Our own icons go by a name and a color, which Notion does not know. */
export function iconHere(icon: string | null): Icon {
  return icon?.includes('/') ? undefined : icon;
}

/** @param page as Notion answers it: its icon may be an emoji, a file, or a kind that comes one day */
export function iconThere(page: object): Icon {
  if (!('icon' in page)) return undefined;
  if (page.icon === null) return null;
  return isEmoji(page.icon) ? page.icon.emoji : undefined;
}

function isEmoji(icon: unknown): icon is { readonly emoji: string } {
  return (
    typeof icon === 'object' &&
    icon !== null &&
    'type' in icon &&
    icon.type === 'emoji' &&
    'emoji' in icon &&
    typeof icon.emoji === 'string'
  );
}
