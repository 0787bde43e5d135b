/** An import under way: its files, its results, its failures, and the ways to end it or go on. */
import { useEffect, useRef, useState } from 'react';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { announcePagesUpdated } from '../../../lib/pages-updated.ts';
import { type ImportTarget, insertPages } from '../api/insert-pages.ts';
import { type ChosenFile, type ReadFiles, readFiles } from '../archive/read-files.ts';
import { type ImportPage, planImport } from './import-plan.ts';
import { type ImportProgress, type ImportReport, reportImport } from './import-report.ts';

export type ImportState =
  /** @property hasFailed by no fault of the files; nothing came */
  | { readonly kind: 'idle'; readonly hasFailed?: true }
  | { readonly kind: 'reading' }
  | { readonly kind: 'importing'; readonly done: number; readonly all: number }
  /** The server does not answer. Imported pages stay, the rest can follow. */
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
    setState({ kind: 'done', report: reportImport(current.read, pages, progress) });
  };

  const start = async (chosen: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => {
    const { signal } = replace(running);
    setState({ kind: 'reading' });
    try {
      const read = await readFiles(await chosen, signal);
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
  /** Stops at the pages that came. */
  const finish = () => {
    if (!job.current) return;
    const { read, pages, progress } = job.current;
    setState({ kind: 'done', report: reportImport(read, pages, progress) });
  };
  const reset = () => setState({ kind: 'idle' });
  return { state, start, goOn, finish, reset, cancel: () => running.current?.abort() };
}

function replace(running: { current: AbortController | undefined }): AbortController {
  running.current = new AbortController();
  return running.current;
}
