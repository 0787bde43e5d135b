/** Makes the file of an export: one Markdown file, or an archive of many. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { saveOpenPages } from '../../../lib/open-page-saves.ts';
import { type ArchivedFile, writeArchive } from '../archive/write-archive.ts';
import { planExport } from '../state/export-plan.ts';
import { titlesOf } from '../state/linked-titles.ts';
import { pageFile } from '../state/page-file.ts';
import { listFormerNames, listPages, readTexts } from './read-pages.ts';

export interface ExportScope {
  readonly organizationId: string;
  /** The page to begin with; null for all. */
  readonly pageId: string | null;
  /** Whether to include the page's subpages. */
  readonly withSubpages: boolean;
}

export interface Exported {
  readonly blob: Blob;
  readonly count: number;
  /** The first file's name, without an extension. */
  readonly name: string;
}

/**
 * @param onProgress told how many pages of how many are done
 * @throws {AppError}
 * @throws {unknown} the signal's reason once it is aborted
 */
export async function exportPages(
  { organizationId, pageId, withSubpages }: ExportScope,
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): Promise<Exported> {
  // The export includes edits of a moment ago.
  await saveOpenPages();
  const rows = await listPages(organizationId, signal);
  const planned = planExport(rows, pageId);
  const files = withSubpages ? planned : planned.slice(0, 1);
  if (pageId !== null && files.length === 0) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
  const places = new Map(files.map(({ page, path }) => [page.id, path]));
  const titleOf = titlesOf(rows, await listFormerNames(organizationId, signal));
  let count = 0;

  async function* written(): AsyncGenerator<ArchivedFile> {
    const byId = new Map(files.map((file) => [file.page.id, file]));
    for await (const { page, content } of readTexts(
      files.map((file) => file.page),
      signal,
    )) {
      const file = byId.get(page.id);
      if (file) yield pageFile(file, content, places, titleOf);
      onProgress(++count, files.length);
    }
  }
  const name = files[0]?.path.at(-1)?.replace(/\.md$/, '') ?? '';
  if (withSubpages) return { blob: await writeArchive(written()), count, name };
  const parts: string[] = [];
  for await (const { text } of written()) parts.push(text);
  return { blob: new Blob(parts, { type: 'text/markdown' }), count, name };
}
