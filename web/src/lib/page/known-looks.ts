/**
 * The looks that a page can have, as the database knows them (`pages_icon_known`, `pages_cover_known`), in the
 * order in which they are offered. Another icon or cover needs its name here and in those checks, its colours in
 * ui/theme/tokens.css, and `npm run generate` for its shape.
 */
import type { Cover, PageLook } from './page-look.ts';

/** The names, with words by which they are found. */
export const OWN_ICONS: readonly (readonly [name: string, words: string])[] = [
  ['house', 'home start building'],
  ['book', 'read docs handbook wiki'],
  ['bookmark', 'save keep'],
  ['clipboard', 'list tasks checklist notes'],
  ['calendar', 'date meeting schedule plan'],
  ['briefcase', 'work business job'],
  ['users', 'people team members'],
  ['target', 'goal aim objective'],
  ['rocket', 'launch start release'],
  ['lightbulb', 'idea light'],
  ['star', 'favorite'],
  ['heart', 'love like'],
  ['flag', 'milestone country'],
  ['map', 'roadmap place plan'],
  ['compass', 'direction explore guide'],
  ['globe', 'world web international'],
  ['chart', 'numbers report statistics sales'],
  ['megaphone', 'news announcement marketing'],
  ['code', 'program developer'],
  ['database', 'data storage'],
  ['cloud', 'hosting weather'],
  ['bug', 'error issue problem'],
  ['flask', 'experiment science research lab'],
  ['shield', 'security safe privacy'],
];

export const ICON_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type IconColor = (typeof ICON_COLORS)[number];

export function isIconColor(value: unknown): value is IconColor {
  return ICON_COLORS.some((color) => color === value);
}

export const COVERS: readonly Cover[] = [
  'dawn',
  'dusk',
  'ocean',
  'forest',
  'meadow',
  'aurora',
  'sand',
  'rose',
  'slate',
  'night',
];

/** As a file says it, where anything may stand. */
export interface WrittenLook {
  readonly icon?: string | undefined;
  readonly cover?: string | undefined;
  readonly width?: string | undefined;
  readonly size?: string | undefined;
  readonly locked?: string | undefined;
}

export function writeLook(look: LookColumns): WrittenLook {
  return {
    icon: look.icon ?? undefined,
    cover: look.cover ?? undefined,
    width: look.is_full_width ? 'full' : undefined,
    size: look.has_small_text ? 'small' : undefined,
    locked: look.is_locked ? 'yes' : undefined,
  };
}

/** @returns what the database takes: a page does not stay out for its icon */
export function readLook({ icon = '', cover, width, size, locked }: WrittenLook): LookColumns {
  return {
    icon: isKnownIcon(icon) ? icon : null,
    cover: COVERS.find((name) => name === cover) ?? null,
    is_full_width: width === 'full',
    has_small_text: size === 'small',
    is_locked: locked === 'yes',
  };
}

/** As the columns have it. */
export interface LookColumns extends Omit<Required<PageLook>, 'icon' | 'cover'> {
  readonly icon: string | null;
  readonly cover: Cover | null;
}

function isKnownIcon(icon: string): boolean {
  const [name, color, ...more] = icon.split('/');
  if (color === undefined) return /^\p{RGI_Emoji}$/v.test(icon);
  return more.length === 0 && isIconColor(color) && OWN_ICONS.some(([own]) => own === name);
}
