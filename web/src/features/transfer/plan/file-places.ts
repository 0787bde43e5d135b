/** The places of the files of an export: those from before an import, else the folder of the first page that shows them. */

import { safeFileName, uniqueName } from '../texts/file-names.ts';
import type { ExportPage, PlannedFile } from './export-plan.ts';
import { type OriginOf, safePath, topOf } from './page-origin.ts';

export interface ExportFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly objectName: string;
  readonly changed: Date;
}

/**
 * @param filesOf the files that a page shows
 * @returns their paths, by their ids
 */
export function placeFiles(
  planned: readonly PlannedFile<ExportPage>[],
  filesOf: (pageId: string) => readonly ExportFile[],
  originOf: OriginOf,
): Map<string, readonly string[]> {
  const taken = new Map<string, Set<string>>();
  const namesIn = (folder: readonly string[]) => {
    const key = folder.join('/').toLowerCase();
    const names = taken.get(key) ?? new Set<string>();
    taken.set(key, names);
    return names;
  };
  for (const { path } of planned) uniqueName(path.at(-1) ?? '', namesIn(path.slice(0, -1)));
  const before = placesBefore(planned, originOf);
  const places = new Map<string, readonly string[]>();
  for (const { page, path } of planned)
    for (const { id, name } of filesOf(page.id)) {
      if (places.has(id)) continue;
      const former = before.get(id);
      const folder = former?.slice(0, -1) ?? [
        ...path.slice(0, -1),
        (path.at(-1) ?? '').replace(/\.[^.]+$/, ''),
      ];
      places.set(id, [...folder, uniqueFileName(former?.at(-1) ?? safeName(name), namesIn(folder))]);
    }
  return places;
}

function placesBefore(
  planned: readonly PlannedFile<ExportPage>[],
  originOf: OriginOf,
): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  for (const { page, path } of planned) {
    const origin = originOf(page.id);
    const top = origin && topOf(path, origin);
    if (!origin || !top) continue;
    for (const [id, written] of Object.entries(origin.files)) {
      const place = safePath(written);
      if (place) places.set(id, [...top, ...place]);
    }
  }
  return places;
}

export function safeName(name: string): string {
  const { stem, ending } = split(name);
  return safeFileName(stem) + ending.replaceAll(/[^.\p{L}\p{N}]/gu, '');
}

/** The number stands before the ending, which says what the file is. */
export function uniqueFileName(name: string, taken: Set<string>): string {
  const { stem, ending } = split(name);
  for (let number = 1; ; number++) {
    const wished = number === 1 ? name : `${stem} (${number})${ending}`;
    if (uniqueName(wished, taken) === wished) return wished;
  }
}

function split(name: string): { readonly stem: string; readonly ending: string } {
  const ending = /.(\.[^.]{1,16})$/.exec(name)?.[1] ?? '';
  return { stem: name.slice(0, name.length - ending.length), ending };
}
