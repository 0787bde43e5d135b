/**
 * Adds imported pages, a portion at a time, a parent before those under it, and after each portion the files that it brings: a
 * text may name a file of another page only once that is there. A page that the server refuses
 * stays out, and those under it move up; a server that does not answer stops the import, which can go on where
 * it was.
 */
import type { TablesInsert } from '../../../lib/database.types.generated.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { PAGE_CONTENT_TYPE } from '../../../lib/page/page-defaults.ts';
import { supabase } from '../../../lib/supabase.ts';
import { type ImportProgress, parentThatCame } from '../archive/import-report.ts';
import type { ImportFile, ImportPage, ImportPlan } from '../plan/import-plan.ts';
import { noteOrigins } from './page-origins.ts';
import { sendFiles } from './send-files.ts';

const MOST_ROWS = 50;
const MOST_CHARACTERS = 1_000_000;

export interface ImportTarget {
  readonly organizationId: string;
  readonly userId: string;
  /** The page they come under; null for the root. */
  readonly parentId: string | null;
}

/**
 * @throws {AppError} when the server cannot be asked; calling again goes on
 * @throws {unknown} the signal's reason once it is aborted, between two portions
 */
export async function insertPages(
  { pages, files }: Pick<ImportPlan, 'pages' | 'files'>,
  target: ImportTarget,
  progress: ImportProgress,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const rows = await placeRows(pages, target);
  const parents = new Map(pages.map(({ id, parentId }) => [id, parentId]));
  const beneathWhatCame = (row: Row): Row => ({
    ...row,
    parent_id: parentThatCame(row.id, parents, progress.refused) ?? target.parentId,
  });
  const settled = ({ id }: { readonly id: string }) => progress.inserted.has(id) || progress.refused.has(id);
  const filesOf = Map.groupBy(files, ({ pageId }) => pageId);
  const next = () =>
    nextPortion(
      rows.filter((row) => !settled(row)),
      filesOf,
    );
  const send = (ids: readonly string[]) =>
    sendFiles(
      ids.flatMap((id) => filesOf.get(id) ?? []),
      target,
      progress,
      signal,
      onProgress,
    );
  const byId = new Map(pages.map((page) => [page.id, page]));
  // The parts that an earlier attempt has left.
  await noteOrigins([...progress.inserted].flatMap((id) => byId.get(id) ?? []));
  await send([...progress.inserted]);
  for (let portion = next(); portion.length > 0; portion = next()) {
    signal.throwIfAborted();
    const refusal = await insert(portion.map(beneathWhatCame));
    if (refusal === undefined) for (const { id } of portion) progress.inserted.add(id);
    else if (portion.length === 1) for (const { id } of portion) progress.refused.set(id, refusal);
    else {
      // The reason is one of them: each goes alone.
      for (const row of portion) {
        signal.throwIfAborted();
        const own = await insert([beneathWhatCame(row)]);
        if (own === undefined) progress.inserted.add(row.id);
        else progress.refused.set(row.id, own);
        onProgress();
      }
    }
    onProgress();
    const came = portion.map(({ id }) => id).filter((id) => progress.inserted.has(id));
    await noteOrigins(came.flatMap((id) => byId.get(id) ?? []));
    await send(came);
  }
}

type Row = TablesInsert<'pages'> & { readonly id: string; readonly content: string };

async function placeRows(
  pages: readonly ImportPage[],
  { organizationId, userId, parentId: root }: ImportTarget,
): Promise<Row[]> {
  const placed = new Map<string | null, number>([[null, await lastPlace(organizationId, root)]]);
  return pages.map(({ id, parentId, name, description, content, visibility, look }) => {
    const order_index = (placed.get(parentId) ?? 0) + 1;
    placed.set(parentId, order_index);
    return {
      id,
      organization_id: organizationId,
      parent_id: parentId,
      name,
      description,
      content,
      visibility,
      ...look,
      content_type: PAGE_CONTENT_TYPE,
      order_index,
      is_archived: false,
      created_by: userId,
      updated_by: userId,
    };
  });
}

async function lastPlace(organizationId: string, parentId: string | null): Promise<number> {
  const pages = supabase
    .from('pages')
    .select('order_index')
    .eq('organization_id', organizationId)
    .eq('is_archived', false);
  const siblings = parentId === null ? pages.is('parent_id', null) : pages.eq('parent_id', parentId);
  const { data, error, status } = await siblings.order('order_index', { ascending: false }).limit(1);
  if (error) throw toDataError(error, status);
  return Math.max(Math.floor(data[0]?.order_index ?? 0), 0);
}

/** It ends before a page that shows a file which another page of it brings. */
function nextPortion(rows: readonly Row[], filesOf: ReadonlyMap<string, readonly ImportFile[]>): Row[] {
  const portion: Row[] = [];
  const brought = new Set<string>();
  let characters = 0;
  for (const row of rows.slice(0, MOST_ROWS)) {
    characters += row.content.length;
    if (portion.length > 0 && characters > MOST_CHARACTERS) break;
    if (brought.size > 0 && filesIn(row.content).some((id) => brought.has(id))) break;
    portion.push(row);
    for (const { id } of filesOf.get(row.id) ?? []) brought.add(id);
  }
  return portion;
}

function filesIn(content: string): string[] {
  return [...content.matchAll(/\/files\/([0-9a-f-]{36})\//g)].map(([, id = '']) => id);
}

/** @returns why the server refuses the rows; undefined when it took them */
async function insert(rows: readonly Row[]): Promise<string | undefined> {
  // Those that came with an answer that was lost are there already.
  const { error, status } = await supabase
    .from('pages')
    .upsert([...rows], { onConflict: 'id', ignoreDuplicates: true });
  if (!error) return undefined;
  const problem = toDataError(error, status);
  if (status === 0 || status === 401 || status === 429 || status >= 500) throw problem;
  return problem.message || sentences.unexpected;
}
