/** Asks the database about files: many at once, because a page names many. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface PageFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** The size of a picture or a film, where it is known. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly objectName: string;
  /** False while it is on its way from somebody's browser. */
  readonly isUploaded: boolean;
}

/** Each id is in the request's address. */
export const MOST_AT_ONCE = 100;

export async function readPageFiles(ids: readonly string[]): Promise<readonly PageFile[]> {
  const { data, error, status } = await supabase
    .from('page_files')
    .select('id, name, media_type, bytes, width, height, object_name, uploaded_at')
    .in('id', ids);
  if (error) throw toDataError(error, status);
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.media_type,
    bytes: row.bytes,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    objectName: row.object_name,
    isUploaded: row.uploaded_at !== null,
  }));
}
