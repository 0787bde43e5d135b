/**
 * Real Markdown to prove the editor with: the files that the packages in node_modules bring along. None is copied into the
 * repository, and none is fetched.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface CorpusPage {
  /** The place where it stands below node_modules. */
  readonly path: string;
  readonly text: string;
}

const FOLDER = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url));
export const LEAST_BYTES = 5_000_000;

/**
 * The smallest first: so the fewest bytes hold the most pages, and the long logs of changes, of one kind each, come last.
 * @param leastBytes how much to read, as far as there is so much
 * @returns the same pages on every machine with the same packages, each text once
 */
export function readCorpus(leastBytes = LEAST_BYTES): CorpusPage[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|markdown)$/i.test(path))
    .map((path) => ({ path, size: statSync(FOLDER + path).size }))
    .sort((one, other) => one.size - other.size || (one.path < other.path ? -1 : 1));
  const seen = new Set<string>();
  const pages: CorpusPage[] = [];
  let bytes = 0;
  for (const { path, size } of files) {
    if (bytes >= leastBytes) break;
    const text = readFileSync(FOLDER + path, 'utf8');
    if (seen.has(text)) continue;
    seen.add(text);
    bytes += size;
    pages.push({ path, text });
  }
  return pages;
}
