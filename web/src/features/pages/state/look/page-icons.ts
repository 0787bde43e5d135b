/**
 * The icons that a page can have: emojis, and some of our own in eight colors (`pages_icon_known` in the database lists
 * those). The emojis come from emojibase-data 17, copyright (c) Miles Johnson, under the MIT license; scripts/render/render-emojis.ts
 * makes the list. Nothing but the icon picker may import this: the list is as large as a small library.
 */
import { type IconColor, OWN_ICONS } from '../../../../lib/page/known-looks.ts';
import emojis from './emojis.txt?raw';

export interface PickedIcon {
  /** As the page has it. */
  readonly icon: string;
  readonly name: string;
  /** Others by which it is found. */
  readonly words: string;
}

export interface IconGroup {
  readonly name: string;
  readonly icons: readonly PickedIcon[];
}

let groups: readonly IconGroup[] | undefined;

function emojiGroups(): readonly IconGroup[] {
  groups ??= emojis
    .split('# ')
    .slice(1)
    .map((section) => {
      const [name = '', ...lines] = section.trimEnd().split('\n');
      return { name, icons: lines.map(readLine) };
    });
  return groups;
}

function readLine(line: string): PickedIcon {
  const [icon = '', name = '', words = ''] = line.split('\t');
  return { icon, name, words };
}

function ownIcons(color: IconColor): PickedIcon[] {
  return OWN_ICONS.map(([name, words]) => ({ icon: `${name}/${color}`, name, words }));
}

/** @param recent icons that were chosen last */
export function iconGroups(color: IconColor, recent: readonly string[]): readonly IconGroup[] {
  const all = [{ name: 'Icons', icons: ownIcons(color) }, ...emojiGroups()];
  const last = recent.map((icon) => ({ icon, name: nameOf(icon), words: '' }));
  return last.length > 0 ? [{ name: 'Recent', icons: last }, ...all] : all;
}

function nameOf(icon: string): string {
  const [own, color] = icon.split('/');
  if (color !== undefined) return `${own}, ${color}`;
  return emojiGroups().flatMap(({ icons }) => icons.filter((each) => each.icon === icon))[0]?.name ?? icon;
}

/** @returns those of whose names or words each typed word begins one; by name first */
export function findIcons(typed: string, color: IconColor): readonly PickedIcon[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (text: string) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  };
  const all = [ownIcons(color), ...emojiGroups().map(({ icons }) => icons)].flat();
  const named = all.filter(({ name }) => begins(name));
  const others = all.filter(({ name, words }) => !begins(name) && begins(`${name} ${words}`));
  // An emoji that was pasted into the field is found as itself.
  return [...all.filter(({ icon }) => icon === typed.trim()), ...named, ...others];
}
