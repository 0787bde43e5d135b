/**
 * HEAD /upload/resumable/:id: how many bytes have come. The address is known to whoever began the upload only, so
 * it is enough, as upstream.
 */
import type { Context } from 'hono';
import type { StorageServices } from '../storage-services.ts';
import { findRequested } from './find-requested.ts';
import { keptOf } from './receive-part.ts';
import { expiryOf } from './tus-headers.ts';

export async function tellOffset(services: StorageServices, context: Context): Promise<Response> {
  const upload = await findRequested(services, context);
  const { size, metadata, is_complete } = upload;
  return new Response(null, {
    headers: {
      'cache-control': 'no-store',
      'upload-offset': String(await keptOf(services, upload)),
      ...(size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
      'upload-metadata': metadata,
      ...(!is_complete && expiryOf(upload)),
    },
  });
}
