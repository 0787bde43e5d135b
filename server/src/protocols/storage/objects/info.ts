/** GET /object/info/…: describes a file. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { findPublic, findReadable } from '../respond/find-readable.ts';
import { validatorsOf } from '../respond/send-file.ts';
import type { StorageServices } from '../storage-services.ts';
import type { ObjectRow } from '../store/objects.ts';

/** GET /object/info/:bucket/:name, GET /object/info/authenticated/:bucket/:name */
export async function info(services: StorageServices, context: Context<HttpEnvironment>): Promise<Response> {
  return describe((await findReadable(services, context, 'object.get_authenticated_info')).object);
}

/** GET /object/info/public/:bucket/:name */
export async function infoPublic(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  return describe((await findPublic(services, context)).object);
}

function describe(object: ObjectRow): Response {
  const { id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at } = object;
  return Response.json(
    {
      id,
      name,
      version,
      bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata,
      last_modified: updated_at,
      created_at,
    },
    { headers: { ...validatorsOf(object), 'cache-control': 'no-cache' } },
  );
}
