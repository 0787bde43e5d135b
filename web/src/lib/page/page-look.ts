/**
 * How a page looks, beside its texts: what is special about it, by the names of the columns, as the database's function `look`
 * says. Nothing here trusts that the database checked it: a look may come from a file.
 */
import type { Tables } from '../database.types.generated.ts';

export type Cover = NonNullable<Tables<'pages'>['cover']>;

export interface PageLook {
  /** An emoji, or "name/color" of one of our own icons. */
  readonly icon?: string;
  /** The name of what stands above the title. */
  readonly cover?: Cover;
  readonly is_full_width?: boolean;
  readonly has_small_text?: boolean;
  readonly is_locked?: boolean;
}

/** A look, and when it came. */
export interface KnownLook {
  readonly look: PageLook | null;
  readonly at: number;
}

/** A change of it; null takes an icon or a cover away. */
export type LookChange = Omit<PageLook, 'icon' | 'cover'> & {
  readonly icon?: string | null;
  readonly cover?: Cover | null;
};

/** @returns null for a look that is not special any more */
export function changedLook(look: PageLook | null | undefined, change: LookChange): PageLook | null {
  const parts = Object.entries({ ...look, ...change }).filter(([, value]) => value);
  return parts.length > 0 ? (Object.fromEntries(parts) as PageLook) : null;
}

export interface OwnIcon {
  readonly name: string;
  readonly color: string;
}

/** @returns undefined for an emoji */
export function ownIcon(icon: string): OwnIcon | undefined {
  const [, name, color] = /^([a-z]+)\/([a-z]+)$/.exec(icon) ?? [];
  return name && color ? { name, color } : undefined;
}

/** @returns attributes by which the styles draw an icon (ui/icons/page-icon.css) where an element of its own would be in the way */
export function iconAttributes(icon: string | undefined): Readonly<Record<string, string>> {
  if (icon === undefined) return {};
  const own = ownIcon(icon);
  return own ? { 'data-page-icon': own.name, 'data-icon-color': own.color } : { 'data-icon': icon };
}

/** The text in the place of an icon in a name: an emoji is text, and our own icons are not. */
export function iconText(icon: string | undefined): string {
  return icon === undefined || ownIcon(icon) ? '' : `${icon} `;
}

/**
 * A picture of the page's own files would be another kind of cover, with another form than a name.
 * @returns what to paint
 */
export function coverPaint(cover: string | undefined): string | undefined {
  return cover !== undefined && /^[a-z]+$/.test(cover) ? `var(--cover-${cover})` : undefined;
}
