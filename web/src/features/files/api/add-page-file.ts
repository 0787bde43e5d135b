/** Announces a file of a page: the database says whether it may come, and where its bytes go. */
import { isRefusal } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { inNameOf } from '../../../lib/supabase.ts';
import { type QueuedFile, RefusedUpload } from '../uploads/uploads.ts';

const TIMEOUT_MS = 30_000;
const NOT_ALLOWED = '42501';
const WORKSPACE_FULL = 'TR050';

/** Harmless when it is called again. @param userId of the person whose file it is @throws {RefusedUpload} */
export async function addPageFile(file: QueuedFile, userId: string, signal: AbortSignal) {
  const { data, error, status } = await inNameOf(userId)
    .rpc('add_page_file', {
      page_id: file.pageId,
      file_id: file.id,
      name: file.name,
      media_type: file.type,
      bytes: file.bytes.size,
      ...(file.width !== undefined &&
        file.height !== undefined && { width: file.width, height: file.height }),
    })
    .abortSignal(AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    // The queue tries again itself.
    .retry(false);
  if (error) {
    const { message } = toDataError(error, status);
    if (isRefusal(error.code) || error.code === NOT_ALLOWED)
      throw new RefusedUpload(message, error.code === WORKSPACE_FULL);
    throw new Error(message, { cause: error });
  }
  return { objectName: data.object_name, isUploaded: data.uploaded_at !== null };
}
