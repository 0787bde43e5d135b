/** The app's addresses, and the files that the first visit of each needs, as links for its document. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Addresses of letters and slashes, in which `:name` is any one part, and their files: web/build/preloads.ts writes them. */
type Preloads = Readonly<Record<string, readonly string[]>>;

type Links = readonly (readonly [RegExp, string])[];

/**
 * @param directory the build's folder
 * @returns the links by the address's path, read again when the build has changed; undefined for addresses that are not
 * the app's, and without a build
 */
export function createPreloadLinks(directory: string): (address: string) => Promise<string | undefined> {
  const file = path.join(directory, 'preloads.json');
  let kept: { readonly version: number; readonly links: Links } | undefined;
  return async (address) => {
    const changed = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!changed) return undefined;
    const version = changed.mtimeMs;
    if (kept?.version !== version) kept = { version, links: linksIn(await readFile(file, 'utf8')) };
    return kept.links.find(([pattern]) => pattern.test(address))?.[1];
  };
}

function linksIn(json: string): Links {
  return Object.entries(JSON.parse(json) as Preloads).map(([address, files]) => [
    new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    files.map(linkTo).join(''),
  ]);
}

function linkTo(file: string): string {
  if (file.endsWith('.js')) return `<link rel="modulepreload" crossorigin href="/${file}">`;
  const kind = file.endsWith('.css') ? 'as="style"' : 'as="font" type="font/woff2"';
  return `<link rel="preload" ${kind} crossorigin href="/${file}">`;
}
