/** An import under way: its files, its results, its failures, and the ways to end it or go on. */
import { useEffect, useRef, useState } from 'react';
import { randomUuid } from '../../../lib/browser/random-uuid.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { type ImportTarget, insertPages } from '../api/insert-pages.ts';
import { listPages } from '../api/read-pages.ts';
import { discardParts } from '../api/send-files.ts';
import type { EncodingQuestion } from '../archive/entry-names.ts';
import {
  type ImportProgress,
  type ImportReport,
  noProgress,
  reportImport,
} from '../archive/import-report.ts';
import { type ChosenFile, type ReadFiles, readFiles } from '../archive/read-files.ts';
import { readExport } from '../exporters/read-export.ts';
import { type ImportPlan, planImport } from '../plan/import-plan.ts';

export type ImportState =
  /** @property failure by no fault of the files; nothing came */
  | { readonly kind: 'idle'; readonly failure?: Error }
  | { readonly kind: 'reading' }
  /** The names of an archive may be in several encodings. */
  | {
      readonly kind: 'asking';
      readonly question: EncodingQuestion;
      readonly answer: (label: string) => void;
    }
  | ({ readonly kind: 'importing' } & ImportCounts)
  /** The server does not answer. Imported pages stay, the rest can follow. */
  | ({ readonly kind: 'interrupted'; readonly failure: Error } & ImportCounts)
  | { readonly kind: 'done'; readonly report: ImportReport };

/** Refused ones are done. */
export interface ImportCounts {
  readonly done: number;
  readonly all: number;
  readonly doneFiles: number;
  readonly allFiles: number;
  /** How much of the files that are on their way was sent, in files. */
  readonly partly: number;
  /** The largest of them, where it takes a while. */
  readonly sending: { readonly name: string; readonly percent: number } | undefined;
}

/** Smaller files are there before anybody has read how far they are. */
const TOLD_FROM_BYTES = 5_000_000;

interface Job {
  readonly read: ReadFiles;
  readonly plan: ImportPlan;
  readonly progress: ImportProgress;
}

export function useImport(target: ImportTarget) {
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const job = useRef<Job>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const insert = async (current: Job, signal: AbortSignal) => {
    const { plan, progress } = current;
    const counts = (): ImportCounts => ({
      done: progress.inserted.size + progress.refused.size,
      all: plan.pages.length,
      doneFiles: progress.sent.size + progress.refusedFiles.size,
      allFiles: plan.files.length,
      ...sendingOf(current),
    });
    setState({ kind: 'importing', ...counts() });
    try {
      await insertPages(plan, target, progress, signal, () => setState({ kind: 'importing', ...counts() }));
    } catch (error) {
      if (!signal.aborted) return setState({ kind: 'interrupted', ...counts(), failure: error as Error });
      void discardParts(progress, target);
    } finally {
      if (progress.inserted.size > 0) announcePagesUpdated({ kind: 'tree' });
    }
    setState({ kind: 'done', report: reportImport(current.read, plan, progress) });
  };

  const ask = (question: EncodingQuestion, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const answer = (label: string) => {
        setState({ kind: 'reading' });
        resolve(label);
      };
      setState({ kind: 'asking', question, answer });
    });

  const start = async (chosen: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => {
    const { signal } = replace(running);
    setState({ kind: 'reading' });
    try {
      const found = await readFiles(await chosen, signal, (question) => ask(question, signal));
      const read = await readExport(found, signal);
      const { files, attachments } = read;
      // Links by a name lead to one page of that name in the workspace, or else have to say which one.
      const isLinked = files.some(({ text }) => text.includes('[['));
      const others = isLinked ? await listPages(target.organizationId, signal) : [];
      const plan = planImport(files, randomUuid, { attachments, others });
      job.current = { read, plan, progress: noProgress() };
    } catch (error) {
      if (signal.aborted) return setState({ kind: 'idle' });
      if (error instanceof AppError) return setState({ kind: 'idle', failure: error });
      setState({ kind: 'idle', failure: new Error('The files could not be read. Choose them again.') });
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
    const { read, plan, progress } = job.current;
    void discardParts(progress, target);
    setState({ kind: 'done', report: reportImport(read, plan, progress) });
  };
  const reset = () => setState({ kind: 'idle' });
  return { state, start, goOn, finish, reset, cancel: () => running.current?.abort() };
}

function sendingOf({ plan, progress }: Job): Pick<ImportCounts, 'partly' | 'sending'> {
  let partly = 0;
  let largest: ImportPlan['files'][number] | undefined;
  const share = ({ id, bytes }: { id: string; bytes: number }) =>
    Math.min((progress.sending.get(id) ?? 0) / Math.max(bytes, 1), 1);
  for (const file of plan.files) {
    if (!progress.sending.has(file.id)) continue;
    partly += share(file);
    if (file.bytes >= Math.max(TOLD_FROM_BYTES, largest?.bytes ?? 0)) largest = file;
  }
  return { partly, sending: largest && { name: largest.name, percent: Math.floor(share(largest) * 100) } };
}

function replace(running: { current: AbortController | undefined }): AbortController {
  running.current = new AbortController();
  return running.current;
}
