/** GET /object/:bucket/:name, GET /object/authenticated/:bucket/:name: sends a file. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { linkErrors, requestErrors } from '../errors.ts';
import { placeOf } from '../request/place-of.ts';
import { findLinked, findPublic, findReadable } from '../respond/find-readable.ts';
import { sendFile } from '../respond/send-file.ts';
import type { StorageServices } from '../storage-services.ts';

export async function download(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  return sendFile(services, context, () =>
    findReadable(services, context, 'storage.object.get_authenticated'),
  );
}

/** GET /object/public/:bucket/:name */
export async function downloadPublic(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  return sendFile(services, context, () => findPublic(services, context));
}

/** GET /object/sign/:bucket/:name?token= */
export async function downloadSigned(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  const place = placeOf(context);
  const token = context.req.query('token');
  if (token === undefined) throw requestErrors.invalid("querystring must have required property 'token'");
  const link = await services.links.verifyDownload(token, place);
  if (link.transformations !== undefined) throw linkErrors.variantOnly();
  return sendFile(services, context, () => findLinked(services, context, place, link), link.expiresAt);
}
