/** Everything that is a person's own, as an archive: the profile, the memberships, the pages they made with their files, and the files they put elsewhere. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { saveOpenPages } from '../../../lib/page/open-page-saves.ts';
import { supabase } from '../../../lib/supabase.ts';
import { pageFile, vaultOfExport } from '../archive/page-file.ts';
import { type ArchivedFile, writeArchive } from '../archive/write-archive.ts';
import { placeFiles } from '../plan/file-places.ts';
import { type Membership, planOwnPages } from '../plan/own-data.ts';
import { describeOwnData, placeOwnFiles } from '../plan/own-files.ts';
import { archivedFiles } from './archived-files.ts';
import { listFiles } from './list-files.ts';
import { listOwnFiles } from './list-own-files.ts';
import { listOwnPages, readTexts } from './read-pages.ts';

export interface OwnData {
  readonly blob: Blob;
  /** The files that are on their way from somebody's browser, or gone. */
  readonly missing: readonly string[];
}

/**
 * @param onProgress called with how many pages and files of how many are done
 * @throws {AppError}
 * @throws {unknown} the signal's reason once it is aborted
 */
export async function exportOwnData(
  userId: string,
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): Promise<OwnData> {
  // The export includes edits of a moment ago.
  await saveOpenPages();
  const [profile, memberships, pages, ownFiles] = await Promise.all([
    readProfile(userId, signal),
    readMemberships(userId, signal),
    listOwnPages(userId, signal),
    listOwnFiles(userId, signal),
  ]);
  const planned = planOwnPages(pages, memberships);
  const byId = new Map(planned.map((file) => [file.page.id, file]));
  const files = await listFiles([...byId.keys()], signal);
  const places = {
    pages: new Map(planned.map(({ page, path }) => [page.id, path])),
    files: placeFiles(
      planned,
      (id) => files.get(id) ?? [],
      () => undefined,
    ),
  };
  const others = ownFiles.filter(({ id }) => !places.files.has(id));
  const otherPlaces = placeOwnFiles(others, memberships);
  const context = {
    places,
    vault: vaultOfExport(places, () => undefined),
    originOf: () => undefined,
    // The file is what the person wrote.
    titleOf: () => undefined,
    origin: window.location.origin,
  };
  const all = planned.length + places.files.size + others.length;
  const missing: string[] = [];
  let done = 0;

  async function* written(): AsyncGenerator<ArchivedFile> {
    yield jsonFile('profile.json', profile);
    yield jsonFile('memberships.json', memberships);
    for await (const { page, content } of readTexts(
      planned.map((file) => file.page),
      signal,
    )) {
      const file = byId.get(page.id);
      const text = file && pageFile(file, content, context);
      if (text) yield text;
      onProgress(++done, all);
    }
    yield* archivedFiles([...files.values(), others], {
      places: new Map([...places.files, ...otherPlaces]),
      signal,
      onMissing: (name) => missing.push(name),
      onDone: () => onProgress(++done, all),
    });
    const readme = describeOwnData({ planned, files: others, places: otherPlaces, missing });
    yield { path: ['README.md'], text: readme, changed: new Date() };
  }
  return { blob: await writeArchive(written()), missing };
}

function jsonFile(name: string, value: object): ArchivedFile {
  return { path: [name], text: `${JSON.stringify(value, null, 2)}\n`, changed: new Date() };
}

/** Every column that the server shows, including future ones. */
async function readProfile(userId: string, signal: AbortSignal): Promise<object> {
  const { data, error, status } = await supabase
    .from('user_profiles')
    .select()
    .eq('id', userId)
    .abortSignal(signal)
    .single();
  signal.throwIfAborted();
  if (error) throw toDataError(error, status);
  return data;
}

async function readMemberships(userId: string, signal: AbortSignal): Promise<Membership[]> {
  const { data, error, status } = await supabase
    .from('organization_members')
    .select('role, status, joined_at, organization:organizations!inner(id, name, slug)')
    .eq('user_id', userId)
    .order('joined_at')
    .abortSignal(signal);
  signal.throwIfAborted();
  if (error) throw toDataError(error, status);
  return data;
}
