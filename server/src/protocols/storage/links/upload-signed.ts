import type { Context } from 'hono';
import type { Transaction } from '../../../database/database.ts';
import { anybody } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { linkErrors, requestErrors } from '../errors.ts';
import { receiveFile } from '../objects/receive-file.ts';
import { placeOf } from '../request/place-of.ts';
import type { StorageServices } from '../storage-services.ts';
import { useUploadLink } from '../store/loose-files.ts';
import { ownerNamed } from '../store/owner.ts';
import { urlOf } from './links.ts';

/** PUT /object/upload/sign/:bucket/:name?token=. The policies were asked when the link was made. */
export async function uploadSigned(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  const place = placeOf(context);
  const token = context.req.query('token');
  if (token === undefined) throw requestErrors.invalid("querystring must have required property 'token'");
  const { id, owner, upsert, expiresAt } = await services.links.verifyUpload(token, place);
  const use = async (transaction: Transaction) => {
    if (!(await useUploadLink(transaction, id, expiresAt))) throw linkErrors.used();
  };
  await receiveFile(services, context, {
    place,
    upsert,
    owner: ownerNamed(owner),
    sender: anybody(context, services.trustProxy),
    run: (work, options) =>
      services.database.asOwner(async (transaction) => {
        const result = await work(transaction);
        // In the transaction that writes the row: an upload that failed has not used the link.
        await use(transaction);
        return result;
      }, options),
  });
  return context.json({ Key: urlOf(place) });
}
