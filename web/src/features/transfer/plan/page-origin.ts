/**
 * The file that a page was imported from: an export writes it as it was, but for what has changed since. Rows of the database
 * say it, which anybody who edits the page may write: nothing in it is believed.
 */
import type { Change } from '../links/import-links.ts';

export interface PageOrigin {
  /** The name that the page got from it. */
  readonly name: string;
  /** A folder's path ends with a slash; the path is empty for a page that no file was. */
  readonly path: string;
  readonly changes: readonly Change[];
  /** The path of each file that this page brought along, by the file's id. */
  readonly files: Readonly<Record<string, string>>;
}

/** Entries in a wrong form count for nothing. */
export function readOrigin(row: {
  readonly name: string;
  readonly path: string;
  readonly changes: unknown;
  readonly files: unknown;
}): PageOrigin {
  const { name, path, changes, files } = row;
  return {
    name,
    path,
    changes: Array.isArray(changes) ? changes.filter(isChange) : [],
    files: Object.fromEntries(
      Object.entries(files ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}

function isChange(value: unknown): value is Change {
  return Array.isArray(value) && value.length === 2 && value.every((words) => typeof words === 'string');
}

export type OriginOf = (pageId: string) => PageOrigin | undefined;

/** @returns the file's name, as long as the page has the name that came from it; undefined without such a file */
export function nameInOrigin(
  pageName: string,
  origin: PageOrigin | undefined,
): { readonly stem: string; readonly ending: string } | undefined {
  if (!origin || origin.name !== pageName) return undefined;
  const isFolder = origin.path.endsWith('/');
  const last = origin.path.split('/').at(isFolder ? -2 : -1) ?? '';
  const ending = isFolder ? '.md' : (/\.(md|markdown)$/i.exec(last)?.[0] ?? '');
  const stem = isFolder ? last : last.slice(0, last.length - ending.length);
  return ending !== '' && isSafePart(stem) ? { stem, ending } : undefined;
}

/**
 * @param pagePath where the page is in the export
 * @returns where the files of the import are in it; undefined once the page was moved within them or renamed
 */
export function topOf(pagePath: readonly string[], { path }: PageOrigin): readonly string[] | undefined {
  if (path === '') return pagePath.slice(0, -1);
  const was = path.endsWith('/') ? `${path.slice(0, -1)}.md`.split('/') : path.split('/');
  const top = pagePath.slice(0, pagePath.length - was.length);
  return [...top, ...was].join('/') === pagePath.join('/') ? top : undefined;
}

/** @returns undefined for a path that might lead out of the export, or hide something */
export function safePath(path: string): string[] | undefined {
  const parts = path.split('/');
  return parts.every(isSafePart) ? parts : undefined;
}

function isSafePart(part: string): boolean {
  return part !== '' && part.length <= 255 && !/^\.|[\\\p{Cc}]/u.test(part);
}
