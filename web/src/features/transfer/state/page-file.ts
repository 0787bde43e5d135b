/** A page as a file of an export: its front matter, then its text with links from file to file. */
import { type LookColumns, writeLook } from '../../../lib/known-looks.ts';
import type { ArchivedFile } from '../archive/write-archive.ts';
import { type ExportPage, linkFiles, type PlannedFile } from './export-plan.ts';
import { withFrontMatter } from './front-matter.ts';
import type { TitleOf } from './linked-titles.ts';

interface PageDetails extends ExportPage, LookColumns {
  readonly description: string | null;
  readonly visibility: string;
  readonly updated_at: string;
}

/** @param places where each page of this export is, by its id */
export function pageFile(
  { page, path }: PlannedFile<PageDetails>,
  content: string,
  places: ReadonlyMap<string, readonly string[]>,
  titleOf: TitleOf,
): ArchivedFile {
  const { id, name, description, order_index, visibility, created_at, updated_at } = page;
  const matter = {
    title: name,
    description: description ?? undefined,
    id,
    order: order_index,
    visibility,
    ...writeLook(page),
    created: created_at,
    updated: updated_at,
  };
  const text = withFrontMatter(matter, linkFiles(content, path, places, window.location.origin, titleOf));
  return { path, text, changed: new Date(updated_at) };
}
