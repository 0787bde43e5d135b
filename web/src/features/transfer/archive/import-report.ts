/** An import's report: by kind what came, then what did not, and why. */
import { LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { type FileKind, fileKind } from '../../files/file-address.ts';
import type { ImportFile, ImportPage, ImportPlan } from '../plan/import-plan.ts';
import type { FileNote, ReadFiles } from './read-files.ts';

/** The outcome so far; each attempt to go on shares it. */
export interface ImportProgress {
  readonly inserted: Set<string>;
  /** Why a page was refused, by its id. */
  readonly refused: Map<string, string>;
  readonly sent: Set<string>;
  /** Why a file was refused, by its id. */
  readonly refusedFiles: Map<string, string>;
  /** The bytes that were sent of files on their way, by their ids. */
  readonly sending: Map<string, number>;
  /** The places of parts, at the server, of large files that are not there yet, by their ids. */
  readonly inParts: Map<string, string>;
}

export function noProgress(): ImportProgress {
  return {
    inserted: new Set(),
    refused: new Map(),
    sent: new Set(),
    refusedFiles: new Map(),
    sending: new Map(),
    inParts: new Map(),
  };
}

export interface ImportReport {
  /** Every imported page, by its file or folder. */
  readonly imported: readonly FileNote[];
  /** The ids of imported pages without an imported ancestor. */
  readonly topmost: readonly string[];
  /** How many files came, of each kind. */
  readonly files: Readonly<Partial<Record<FileKind, number>>>;
  /** How many of them are on a page of their own, because no other shows them. */
  readonly unlinked: number;
  /** Files that links lead to and that were not there. */
  readonly absent: readonly string[];
  /** The files that were left out, by the reason. */
  readonly skipped: readonly SkippedFiles[];
  readonly notes: readonly FileNote[];
  /** The number of pages left out because the import ended. */
  readonly missing: number;
  readonly missingFiles: number;
}

export interface SkippedFiles {
  readonly reason: string;
  readonly paths: readonly string[];
}

export function reportImport(
  read: Pick<ReadFiles, 'skipped' | 'notes'>,
  { pages, files, unlinked, missing }: ImportPlan,
  progress: ImportProgress,
): ImportReport {
  const { inserted, refused, sent, refusedFiles } = progress;
  const came = pages.filter(({ id }) => inserted.has(id));
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const cameAlong = files.filter(({ id }) => sent.has(id));
  return {
    imported: came.map(({ path, isFolder }) => ({ path, note: isFolder ? 'A folder, now a page.' : '' })),
    topmost: came.filter(({ id }) => parentThatCame(id, parents, refused) === null).map(({ id }) => id),
    files: countKinds(cameAlong),
    unlinked,
    absent: missing,
    skipped: byReason([...read.skipped, ...refusals(pages, refused), ...refusals(files, refusedFiles)]),
    notes: [...read.notes, ...shortened(came)],
    missing: pages.length - came.length - refused.size,
    missingFiles: files.length - cameAlong.length - refusedFiles.size,
  };
}

function shortened(pages: readonly ImportPage[]): FileNote[] {
  const note = `Its title or description was cut: they have up to ${LONGEST_PAGE_NAME} and ${LONGEST_PAGE_DESCRIPTION} letters.`;
  return pages.filter(({ isCut }) => isCut).map(({ path }) => ({ path, note }));
}

function countKinds(files: readonly ImportFile[]): Partial<Record<FileKind, number>> {
  const byKind = Map.groupBy(files, ({ name }) => fileKind(name));
  return Object.fromEntries([...byKind].map(([kind, some]) => [kind, some.length]));
}

function refusals(
  all: readonly Pick<ImportPage | ImportFile, 'id' | 'path'>[],
  refused: ReadonlyMap<string, string>,
): FileNote[] {
  return all.flatMap(({ id, path }) => {
    const note = refused.get(id);
    return note === undefined ? [] : [{ path: typeof path === 'string' ? path : path.join('/'), note }];
  });
}

function byReason(notes: readonly FileNote[]): SkippedFiles[] {
  const reasons = Map.groupBy(notes, ({ note }) => note);
  return [...reasons].map(([reason, some]) => ({ reason, paths: some.map(({ path }) => path) }));
}

/** @returns the nearest imported page above that the server did not refuse; null without such a page */
export function parentThatCame(
  id: string,
  parents: ReadonlyMap<string, string | null>,
  refused: ReadonlyMap<string, string>,
): string | null {
  let parent = parents.get(id) ?? null;
  while (parent !== null && refused.has(parent)) parent = parents.get(parent) ?? null;
  return parent;
}
