/** An import under way: what is read, what has come, what has not, and how to end it or go on. */
import { useEffect, useRef, useState } from 'react';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { type ImportProgress, type ImportTarget, insertPages, parentThatCame } from '../api/insert-pages.ts';
import { type ChosenFile, type FileNote, type ReadFiles, readFiles } from '../archive/read-files.ts';
import { type ImportPage, planImport } from './import-plan.ts';

const SHOWN_EVERY_MS = 100;

export interface ImportReport {
  /** How many pages came, folders without a file of their own among them. */
  readonly pages: number;
  readonly imported: readonly string[];
  /** The ids of those that came with none of them above: all others stand beneath them. */
  readonly topmost: readonly string[];
  readonly skipped: readonly FileNote[];
  readonly notes: readonly FileNote[];
  /** How many pages did not come because it was ended before. */
  readonly missing: number;
}

export type ImportState =
  /** @property hasFailed by no fault of the files; nothing came */
  | { readonly kind: 'idle'; readonly hasFailed?: true }
  | { readonly kind: 'reading'; readonly count: number }
  | { readonly kind: 'importing'; readonly done: number; readonly all: number }
  /** The server does not answer. What came stays, the rest can follow. */
  | { readonly kind: 'interrupted'; readonly done: number; readonly all: number; readonly message: string }
  | { readonly kind: 'done'; readonly report: ImportReport };

interface Job {
  readonly read: ReadFiles;
  readonly pages: readonly ImportPage[];
  readonly progress: ImportProgress;
}

export function useImport(target: ImportTarget) {
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const job = useRef<Job>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const insert = async (current: Job, signal: AbortSignal) => {
    const { pages, progress } = current;
    const counts = () => ({ done: progress.inserted.size + progress.refused.size, all: pages.length });
    setState({ kind: 'importing', ...counts() });
    try {
      await insertPages(pages, target, progress, signal, () => setState({ kind: 'importing', ...counts() }));
    } catch (error) {
      if (!signal.aborted)
        return setState({ kind: 'interrupted', ...counts(), message: (error as Error).message });
    } finally {
      if (progress.inserted.size > 0) announcePagesUpdated({ kind: 'tree' });
    }
    setState({ kind: 'done', report: reportOf(current) });
  };

  const start = async (chosen: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => {
    const { signal } = replace(running);
    setState({ kind: 'reading', count: 0 });
    try {
      const read = await readFiles(
        await chosen,
        signal,
        showNowAndThen((count) => setState({ kind: 'reading', count })),
      );
      const pages = planImport(read.files, randomUuid);
      job.current = { read, pages, progress: { inserted: new Set(), refused: new Map() } };
    } catch (error) {
      if (signal.aborted) return setState({ kind: 'idle' });
      setState({ kind: 'idle', hasFailed: true });
      throw error;
    }
    await insert(job.current, signal);
  };
  const goOn = () => {
    const { signal } = replace(running);
    if (job.current) void insert(job.current, signal);
  };
  /** Leaves it at what has come. */
  const finish = () => {
    if (job.current) setState({ kind: 'done', report: reportOf(job.current) });
  };
  const reset = () => setState({ kind: 'idle' });
  return { state, start, goOn, finish, reset, cancel: () => running.current?.abort() };
}

function reportOf({ read, pages, progress: { inserted, refused } }: Job): ImportReport {
  const came = pages.filter(({ id }) => inserted.has(id));
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  return {
    pages: came.length,
    imported: came.flatMap(({ file }) => file ?? []),
    topmost: came.filter(({ id }) => parentThatCame(id, parents, refused) === null).map(({ id }) => id),
    skipped: [
      ...read.skipped,
      ...pages.flatMap(({ id, file, name }) => {
        const note = refused.get(id);
        return note === undefined ? [] : [{ path: file ?? name, note }];
      }),
    ],
    notes: read.notes,
    missing: pages.length - came.length - refused.size,
  };
}

function replace(running: { current: AbortController | undefined }): AbortController {
  running.current = new AbortController();
  return running.current;
}

/** Thousands of files are read in seconds: to draw each number would take longer than to read its file. */
function showNowAndThen(show: (count: number) => void): (count: number) => void {
  let shownAt = 0;
  return (count) => {
    if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = performance.now();
    show(count);
  };
}
