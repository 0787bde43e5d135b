/**
 * Writes web/src/features/pages/state/look/emojis.txt from the package emojibase-data, of which it is a small part: to be run
 * when systems draw newer emojis. The package has 49 MB, so that nothing depends on it:
 *
 *   npm pack emojibase-data && tar xzf emojibase-data-*.tgz
 *   npx node scripts/render/render-emojis.ts package/en/data.json
 */
import { readFile, writeFile } from 'node:fs/promises';

interface Emoji {
  readonly emoji: string;
  readonly label: string;
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly version: number;
}

// Most systems draw these by now.
const NEWEST_VERSION = 15;
const MOST_WORDS = 4;
// By the package's numbers; 2 has parts of emojis.
const GROUPS: Readonly<Record<number, string>> = {
  0: 'Smileys',
  1: 'People',
  3: 'Animals and nature',
  4: 'Food and drink',
  5: 'Travel and places',
  6: 'Activities',
  7: 'Objects',
  8: 'Symbols',
  9: 'Flags',
};

const TARGET = new URL('../../web/src/features/pages/state/look/emojis.txt', import.meta.url);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the file: package/en/data.json');
const all = JSON.parse(await readFile(source, 'utf8')) as Emoji[];
const sorted = all.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));
const sections = Object.entries(GROUPS).map(([number, name]) => {
  const lines = sorted
    .filter(({ group, version }) => group === Number(number) && version <= NEWEST_VERSION)
    .map(lineOf);
  return [`# ${name}`, ...lines].join('\n');
});
await writeFile(TARGET, `${sections.join('\n')}\n`);

/** The emoji, its name, and words by which it is found as well. */
function lineOf({ emoji, label, tags = [] }: Emoji): string {
  const named = label.toLowerCase().split(/[^a-z0-9]+/);
  const words = tags.filter((tag) => /^[a-z0-9-]+$/.test(tag) && !named.includes(tag));
  return [emoji, label, words.slice(0, MOST_WORDS).join(' ')].filter((part) => part !== '').join('\t');
}
