/** POST and PUT /object/:bucket/:name: an upload in one request. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Handler } from '../operation.ts';
import { placeOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { ownerOf, type StorageCall } from '../request/storage-call.ts';
import type { StorageServices } from '../storage-services.ts';
import { receiveFile } from './receive-file.ts';

/** POST /object/:bucket/:name */
export const upload: Handler = (services, context, call) =>
  receive(services, context, call, context.req.header('x-upsert') === 'true');

/** PUT /object/:bucket/:name: also in place of another. */
export const replace: Handler = (services, context, call) => receive(services, context, call, true);

async function receive(
  services: StorageServices,
  context: Context<HttpEnvironment>,
  call: StorageCall,
  upsert: boolean,
): Promise<Response> {
  const place = placeOf(context);
  const id = await receiveFile(services, context, {
    place,
    upsert,
    owner: ownerOf(call),
    sender: call.sender,
    run: (work, options) => runOperation(services.database, call, options ?? {}, work),
  });
  return context.json({ Id: id, Key: `${place.bucket}/${place.name}` });
}
