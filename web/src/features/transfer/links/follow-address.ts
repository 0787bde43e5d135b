/** Finds what the address of a Markdown link leads to among the files of an import or export. */
import { plain } from './found-links.ts';
import { decodePath } from './markdown-links.ts';
import { followPath, type Vault } from './vault.ts';

export interface Followed<Target> {
  readonly path: readonly string[];
  /** The query and the heading after the path. */
  readonly rest: string;
  readonly target: Target | undefined;
}

/**
 * @param written as the text has it, with its brackets and backslashes
 * @returns undefined for an address that leads to no file
 */
export function followAddress<Target>(
  vault: Vault<Target>,
  written: string,
  folder: readonly string[],
): Followed<Target> | undefined {
  const address = decodePath(plain(written));
  if (!address) return undefined;
  const target = followPath(vault, address.path, folder);
  if (target !== undefined || !/\\|%5c/i.test(written)) return { ...address, target };
  // Programs for Windows write its backslashes between folders, where Markdown takes some of them for escapes.
  const windows = decodePath(written.replaceAll(/^<|>$/g, '').replaceAll(/\\|%5c/gi, '/'));
  return windows ? { ...windows, target: followPath(vault, windows.path, folder) } : { ...address, target };
}
