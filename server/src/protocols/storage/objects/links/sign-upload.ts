/** POST /object/upload/sign/:bucket/:name: a person who may upload the file may let somebody else do it, once. */
import { randomUUID } from 'node:crypto';
import { isSqlError } from '../../../../database/sql-error.ts';
import { bucketErrors, objectErrors } from '../../errors.ts';
import { urlOf } from '../../links/links.ts';
import { makerOf } from '../../links/maker.ts';
import type { Handler } from '../../operation.ts';
import { placeOf } from '../../request/place-of.ts';
import { runOperation } from '../../request/run-operation.ts';
import { ownerOf } from '../../request/storage-call.ts';
import { readMetadataHeader } from '../../request/upload-head.ts';
import { findBucket } from '../../store/buckets.ts';
import { putObject } from '../../store/objects.ts';

const DUPLICATE = '23505';

export const signUpload: Handler = async ({ database, links }, context, call) => {
  const place = placeOf(context);
  const maker = await makerOf(database, call, place.bucket);
  const bucket = await database.asOwner((transaction) => findBucket(transaction, place.bucket));
  if (!bucket) throw bucketErrors.notFound();
  const upsert = context.req.header('x-upsert') === 'true';
  const mimetype = context.req.header('content-type');
  const row = {
    ...place,
    id: randomUUID(),
    owner: ownerOf(call),
    version: null,
    metadata: { ...(mimetype !== undefined && { mimetype }) },
    userMetadata: readMetadataHeader(context.req.header('x-metadata')),
  };
  await runOperation(database, call, { rollback: true }, (transaction) =>
    putObject(transaction, row, upsert),
  ).catch((error: unknown) => {
    throw isSqlError(error) && error.code === DUPLICATE ? objectErrors.exists() : error;
  });
  const token = await links.signUpload(place, row.owner.id, upsert, maker);
  return context.json({ url: `/object/upload/sign/${urlOf(place)}?token=${token}`, token });
};
