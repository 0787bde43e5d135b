/** The templates for what is typed into the gallery's search, and those that an empty page offers. */
import type { Template } from './template.ts';

/** @returns those whose name or description has the beginning of each word; those whose names have them come first */
export function findTemplates<Each extends Template>(
  templates: readonly Each[],
  query: string,
): readonly Each[] {
  const wanted = wordsOf(query);
  const has = (text: string) => {
    const words = wordsOf(text);
    return wanted.every((word) => words.some((other) => other.startsWith(word)));
  };
  const named = templates.filter(({ name }) => has(name));
  return [
    ...named,
    ...templates.filter((each) => !named.includes(each) && has(`${each.name} ${each.description}`)),
  ];
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

const MOST_LIKELY = 3;

/** @param recent keys of those that were used on this device, the latest first */
export function likelyTemplates<Each extends Template>(
  own: readonly Each[],
  builtIn: readonly Each[],
  recent: readonly string[],
): readonly Each[] {
  const all = [...own, ...builtIn];
  const used = recent.flatMap((key) => all.find((template) => template.key === key) ?? []);
  return [...new Set([...used, ...all])].slice(0, MOST_LIKELY);
}
