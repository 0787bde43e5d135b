/** An upload by a signed link. The policies were asked when the link was made, and are asked again where its maker's right counts. */
import type { Context } from 'hono';
import type { Transaction } from '../../../../database/database.ts';
import { anybody } from '../../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../../http/http-environment.ts';
import { linkErrors } from '../../errors.ts';
import type { UploadLink } from '../../links/links.ts';
import { callOfMaker, requireStanding } from '../../links/maker.ts';
import { runOperation } from '../../request/run-operation.ts';
import type { StorageServices } from '../../storage-services.ts';
import { useUploadLink } from '../../store/loose-files.ts';
import type { Place } from '../../store/objects.ts';
import { ownerNamed } from '../../store/owner.ts';
import type { Receiving } from '../receiving.ts';

/** @throws {StorageError} */
export function receivingByLink(
  { database, trustProxy }: Pick<StorageServices, 'database' | 'trustProxy'>,
  context: Context<HttpEnvironment>,
  place: Place,
  { id, owner, upsert, expiresAt, maker }: UploadLink,
): Receiving {
  const sender = anybody(context, trustProxy);
  const call = callOfMaker(maker, place, context, sender, 'storage.object.upload');
  const use = async (transaction: Transaction) => {
    if (!(await useUploadLink(transaction, id, expiresAt))) throw linkErrors.used();
  };
  return {
    place,
    upsert,
    owner: ownerNamed(owner),
    sender,
    run: async (work, options) => {
      if (call && maker) {
        await requireStanding(database, maker);
        await runOperation(database, call, { rollback: true }, work);
      }
      return database.asOwner(async (transaction) => {
        const result = await work(transaction);
        // In the transaction that writes the row: an upload that failed has not used the link.
        await use(transaction);
        return result;
      }, options);
    },
  };
}
