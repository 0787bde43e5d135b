/** Finds what the slash menu offers by its name or another word for it, in any case, with or without hyphens. */
import type { SlashItem } from '../../view/slash-item.ts';

/**
 * @param recent names of those used last, which come first among equals
 * @returns the best first; for an empty query all, in their order
 */
export function findItems(
  items: readonly SlashItem[],
  query: string,
  recent: readonly string[],
): readonly SlashItem[] {
  const wanted = fold(query);
  if (wanted === '') return items;
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, wanted);
    return rank === undefined ? [] : [{ item, rank: rank - (recent.includes(item.name) ? 0.5 : 0) }];
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

function rankOf({ name, words }: SlashItem, wanted: string): number | undefined {
  const others = words.split(' ');
  if (fold(name) === wanted) return -1;
  if (fold(name).startsWith(wanted)) return 0;
  // The mark itself, as a person writes it.
  if (others.some((word) => fold(word) === wanted)) return 1;
  if (name.split(' ').some((word) => fold(word).startsWith(wanted))) return 2;
  if (others.some((word) => fold(word).startsWith(wanted))) return 3;
  return wanted.length > 2 && fold(name).includes(wanted) ? 4 : undefined;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s]|(?<=\p{L})-(?=\p{L})/gu, '')
    .toLowerCase();
}
