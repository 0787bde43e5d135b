/** The files that the first visit of an address needs, as links for its document. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Addresses, in which `:name` is any one part, and their files: web/build/preloads.ts writes them. */
type Preloads = Readonly<Record<string, readonly string[]>>;

/**
 * @param directory the build's folder
 * @returns the links by the address's path; empty for others, and for a build without the list
 */
export function createPreloadLinks(directory: string): (address: string) => Promise<string> {
  let reading: Promise<readonly [RegExp, string][]> | undefined;
  return async (address) => {
    reading ??= readLinks(directory);
    return (await reading).find(([pattern]) => pattern.test(address))?.[1] ?? '';
  };
}

async function readLinks(directory: string): Promise<[RegExp, string][]> {
  const json = await readFile(path.join(directory, 'preloads.json'), 'utf8').catch(() => '{}');
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
