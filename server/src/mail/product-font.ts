/** The place of the web app's typeface, for pages of the server's own. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

// As the build names it: with a hash of what is in it. Other scripts' letters have files of their own.
const LATIN = /-latin-wght-[\w-]+\.woff2$/;

/**
 * @param webDirectory the web app's build
 * @returns its path on this server; undefined when the build has none
 */
export async function findProductFont(webDirectory: string): Promise<string | undefined> {
  const names = await readdir(path.join(webDirectory, 'assets')).catch(() => []);
  const name = names.find((candidate) => LATIN.test(candidate));
  return name && `/assets/${name}`;
}
