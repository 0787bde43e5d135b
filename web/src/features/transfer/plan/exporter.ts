/**
 * Which program wrote the files of an import. A page is named after its file; only some programs say its name, as it is, in
 * the text's first heading.
 */
import { withoutHeading } from '../texts/leading-heading.ts';
import { splitNotionName } from '../texts/notion-names.ts';

export type Exporter = 'notion' | 'outline' | 'docmost' | 'other';

interface Written {
  readonly path: readonly string[];
  readonly text: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * @param texts Markdown files
 * @param others the paths of all other files
 */
export function recognizeExporter(
  texts: readonly Written[],
  others: readonly (readonly string[])[],
): Exporter {
  const withId = texts.filter(({ path }) => splitNotionName(stemOf(path)).id !== undefined);
  if (withId.length > 0 && withId.length * 2 >= texts.length) return 'notion';
  if (!texts.every(isTitled)) return 'other';
  if (others.some((path) => path.at(-1) === 'docmost-metadata.json' || hasFolder(path, 'files')))
    return 'docmost';
  // Each collection is a folder at the top, with nothing beside it.
  const isOutline = texts.length > 1 && texts.every(({ path }) => path.length > 1);
  return isOutline || others.some((path) => hasFolder(path, 'uploads')) ? 'outline' : 'other';
}

export function namesByHeading(exporter: Exporter): boolean {
  return exporter !== 'other';
}

/** Both keep a file in a folder that has its id for a name. */
function hasFolder(path: readonly string[], name: string): boolean {
  return path.some((part, at) => part === name && path.slice(at + 1).some((under) => UUID.test(under)));
}

/** Whether the first heading says what the file is called, as far as a file can be called that. */
function isTitled({ path, text }: Written): boolean {
  const said = lettersOf(withoutHeading(text).heading ?? '');
  const called = lettersOf(stemOf(path).replace(/ \(\d+\)$/, ''));
  return said !== '' && called !== '' && said.startsWith(called);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/%[0-9a-f]{2}|[^\p{L}\p{N}]/gu, '');
}

export function stemOf(path: readonly string[]): string {
  return (path.at(-1) ?? '').replace(/\.(md|markdown|html?|csv)$/i, '');
}
