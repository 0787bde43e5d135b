/** Makes the file of an export: one Markdown file, or an archive of many and of the files that they show. */
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { saveOpenPages } from '../../../lib/page/open-page-saves.ts';
import { pageFile, vaultOfExport } from '../archive/page-file.ts';
import { type ArchivedFile, writeArchive } from '../archive/write-archive.ts';
import { planExport } from '../plan/export-plan.ts';
import { placeFiles } from '../plan/file-places.ts';
import { titlesOf } from '../texts/linked-titles.ts';
import { archivedFiles } from './archived-files.ts';
import { listFiles } from './list-files.ts';
import { listOrigins } from './page-origins.ts';
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
  readonly isArchive: boolean;
  /** The files that are on their way from somebody's browser, or gone. */
  readonly missing: readonly string[];
  /** The first file's name, without an extension. */
  readonly name: string;
}

/**
 * @param onProgress called with how many pages and files of how many are done
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
  const shown = withSubpages ? rows : rows.filter(({ id }) => id === pageId);
  const origins = await listOrigins(
    shown.map(({ id }) => id),
    signal,
  );
  const originOf = (id: string) => origins.get(id);
  const planned = planExport(shown, pageId, originOf);
  if (pageId !== null && planned.length === 0) throw new AppError('NOT_FOUND_ERROR', sentences.pageNotFound);
  const files = await listFiles(
    planned.map(({ page }) => page.id),
    signal,
  );
  const places = {
    pages: new Map(planned.map(({ page, path }) => [page.id, path])),
    files: placeFiles(planned, (id) => files.get(id) ?? [], originOf),
  };
  const context = {
    places,
    originOf,
    vault: vaultOfExport(places, originOf),
    titleOf: titlesOf(rows, await listFormerNames(organizationId, signal)),
    origin: window.location.origin,
  };
  const all = planned.length + places.files.size;
  const missing: string[] = [];
  let done = 0;

  async function* written(): AsyncGenerator<ArchivedFile> {
    const byId = new Map(planned.map((file) => [file.page.id, file]));
    for await (const { page, content } of readTexts(
      planned.map((file) => file.page),
      signal,
    )) {
      const file = byId.get(page.id);
      const text = file && pageFile(file, content, context);
      if (text) yield text;
      onProgress(++done, all);
    }
    yield* archivedFiles(files.values(), {
      places: places.files,
      signal,
      onMissing: (name) => missing.push(name),
      onDone: () => onProgress(++done, all),
    });
  }
  const name = planned[0]?.path.at(-1)?.replace(/\.(md|markdown)$/i, '') ?? '';
  const count = planned.length;
  if (withSubpages || places.files.size > 0)
    return { blob: await writeArchive(written()), count, name, isArchive: true, missing };
  const parts: string[] = [];
  for await (const file of written()) if ('text' in file) parts.push(file.text);
  return { blob: new Blob(parts, { type: 'text/markdown' }), count, name, isArchive: false, missing };
}
