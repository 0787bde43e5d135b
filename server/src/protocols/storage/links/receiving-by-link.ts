/** An upload by a signed link. The policies were asked when the link was made. */
import type { Sender } from '../../../http/caller/sender.ts';
import { linkErrors } from '../errors.ts';
import type { Receiving } from '../objects/receiving.ts';
import type { StorageServices } from '../storage-services.ts';
import { useUploadLink } from '../store/loose-files.ts';
import type { Place } from '../store/objects.ts';
import { ownerNamed } from '../store/owner.ts';
import type { UploadLink } from './links.ts';

export function receivingByLink(
  { database }: Pick<StorageServices, 'database'>,
  place: Place,
  { id, owner, upsert, expiresAt }: UploadLink,
  sender: Sender,
): Receiving {
  return {
    place,
    upsert,
    owner: ownerNamed(owner),
    sender,
    run: (work, options) =>
      database.asOwner(async (transaction) => {
        const result = await work(transaction);
        // In the transaction that writes the row: an upload that failed has not used the link.
        if (!(await useUploadLink(transaction, id, expiresAt))) throw linkErrors.used();
        return result;
      }, options),
  };
}
