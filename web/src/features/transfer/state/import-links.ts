/** Links between files that are imported together lead from page to page afterwards; all others stay as they were. */
import { pagePath } from '../../../lib/paths.ts';
import { decodePath, rewriteLinks } from './markdown-links.ts';
import { notionIdOf } from './notion-names.ts';

export interface PageFinder {
  /** @returns the id of the page that a file or folder has become */
  atPath(path: readonly string[]): string | undefined;
  /** @returns the id of the page that was this one in Notion */
  ofNotion(id: string): string | undefined;
}

/** @param folder where the text's file is */
export function linkPages(text: string, folder: readonly string[], find: PageFinder): string {
  return rewriteLinks(text, (address) => {
    const notionId = notionIdOf(address);
    if (notionId !== undefined) return linkTo(find.ofNotion(notionId), '');
    const relative = decodePath(address);
    return relative && linkTo(find.atPath(resolve(folder, relative.path)), relative.rest);
  });
}

function linkTo(id: string | undefined, rest: string): string | undefined {
  return id === undefined ? undefined : pagePath(id) + rest;
}

function resolve(folder: readonly string[], path: readonly string[]): string[] {
  const [first] = path;
  // From the top of what is imported.
  const resolved = first === '' ? [] : [...folder];
  for (const part of path) {
    if (part === '..') resolved.pop();
    else if (part !== '' && part !== '.') resolved.push(part);
  }
  return resolved;
}
