/** PUT /object/upload/sign/:bucket/:name?token=: an upload by a signed link. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../../http/http-environment.ts';
import { requestErrors } from '../../errors.ts';
import { urlOf } from '../../links/links.ts';
import { placeOf } from '../../request/place-of.ts';
import type { StorageServices } from '../../storage-services.ts';
import { receiveFile } from '../receive-file.ts';
import { receivingByLink } from './receiving-by-link.ts';

export async function uploadSigned(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  const place = placeOf(context);
  const token = context.req.query('token');
  if (token === undefined) throw requestErrors.invalid("querystring must have required property 'token'");
  const link = await services.links.verifyUpload(token, place);
  await receiveFile(services, context, receivingByLink(services, context, place, link));
  return context.json({ Key: urlOf(place) });
}
