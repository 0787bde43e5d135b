/** Decides by a file's path alone how to import it. */
import { isPartOfExport } from '../state/notion-names.ts';
import { DEEPEST } from './import-limits.ts';

export type FileKind =
  | { readonly kind: 'page' | 'archive' | 'of-the-system' }
  | { readonly kind: 'skipped'; readonly reason: string };

/** @returns the parts of a path that name something, without `.` and `..` */
export function cleanPath(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** @param isInside whether the file is in an archive already */
export function classifyFile(path: readonly string[], isInside: boolean): FileKind {
  const name = path.at(-1) ?? '';
  // Private files of systems and programs.
  if (
    path.some((part) => part.startsWith('.') || part === '__MACOSX') ||
    /^(thumbs\.db|desktop\.ini)$/i.test(name)
  )
    return { kind: 'of-the-system' };
  if (/\.zip$/i.test(name)) {
    if (!isInside || isPartOfExport(name)) return { kind: 'archive' };
    return skipped('An archive inside an archive is not opened.');
  }
  if (/\.csv$/i.test(name)) return skipped('Databases are not imported. The pages in them are.');
  if (!/\.(md|markdown)$/i.test(name)) return skipped('Only Markdown files become pages.');
  if (path.length > DEEPEST) return skipped(`It is more than ${DEEPEST} folders deep.`);
  return { kind: 'page' };
}

function skipped(reason: string): FileKind {
  return { kind: 'skipped', reason };
}
