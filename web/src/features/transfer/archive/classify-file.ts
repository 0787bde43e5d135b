/** Decides by a file's path alone how to import it. */
import { isPartOfExport } from '../texts/notion-names.ts';
import { DEEPEST } from './import-limits.ts';

// A name before the ending: a file called `.md` is hidden.
const PAGE = /.\.(md|markdown)$/i;

export type FileKind =
  | { readonly kind: 'page' | 'file' | 'archive' | 'of-the-system' }
  | { readonly kind: 'skipped'; readonly reason: string };

/** @returns the parts of a path that name something, without `.` and `..`, and without what only terminals read */
export function cleanPath(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map((part) => part.toWellFormed().replaceAll(/\p{Cc}/gu, ' '))
    .filter((part) => part.trim() !== '' && part !== '.' && part !== '..');
}

/** @param isInside whether the file is in an archive already */
export function classifyFile(path: readonly string[], isInside: boolean): FileKind {
  const name = path.at(-1) ?? '';
  if (isOfTheSystem(path, name)) return { kind: 'of-the-system' };
  if (/\.zip$/i.test(name)) {
    if (!isInside || isPartOfExport(name)) return { kind: 'archive' };
    // A person's own file, which is kept as it is.
    return placed(path, 'file');
  }
  return placed(path, PAGE.test(name) ? 'page' : 'file');
}

/** Private files of systems and programs. A page may begin with a dot; macOS keeps a file's details in one that begins with `._`. */
function isOfTheSystem(path: readonly string[], name: string): boolean {
  const isHidden = name.startsWith('.') && (name.startsWith('._') || !PAGE.test(name));
  return (
    isHidden ||
    path.slice(0, -1).some((part) => part.startsWith('.') || part === '__MACOSX') ||
    /^(thumbs\.db|desktop\.ini)$/i.test(name)
  );
}

function placed(path: readonly string[], kind: 'page' | 'file'): FileKind {
  return path.length > DEEPEST ? skipped(`It is more than ${DEEPEST} folders deep.`) : { kind };
}

function skipped(reason: string): FileKind {
  return { kind: 'skipped', reason };
}
