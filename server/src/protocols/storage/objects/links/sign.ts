/** POST /object/sign/…: signs links by which anybody may read a file, one or many at a time. */
import { z } from 'zod';
import { objectErrors, requestErrors } from '../../errors.ts';
import { urlOf } from '../../links/links.ts';
import { makerOf } from '../../links/maker.ts';
import type { Handler } from '../../operation.ts';
import { toText, transformationSchema } from '../../render/transformation.ts';
import { readJson } from '../../request/json-body.ts';
import { bucketOf, placeOf } from '../../request/place-of.ts';
import { runOperation } from '../../request/run-operation.ts';
import { findNames } from '../../store/objects.ts';

// A hundred years.
const LONGEST_S = 3_155_760_000;
const MOST = 1000;
const NOT_READABLE = 'Either the object does not exist or you do not have access to it';

const seconds = z.int().min(1).max(LONGEST_S);
const one = z.object({ expiresIn: seconds, transform: transformationSchema.optional() });
const many = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1) });

/** POST /object/sign/:bucket/:name */
export const sign: Handler = async (services, context, call) => {
  const place = placeOf(context);
  const maker = await makerOf(services.database, call, place.bucket);
  const { expiresIn, transform = {} } = await readJson(services, context, call, one);
  const names = await runOperation(services.database, call, { readOnly: true }, (transaction) =>
    findNames(transaction, place.bucket, [place.name]),
  );
  if (names.size === 0) throw objectErrors.notFound();
  const transformations = toText(transform);
  const isVariant = transformations !== '';
  const variant = isVariant ? { transformations, format: transform.format } : {};
  const token = await services.links.signDownload(place, expiresIn, maker, variant);
  const route = isVariant ? 'render/image' : 'object';
  return context.json({ signedURL: `/${route}/sign/${urlOf(place)}?token=${token}` });
};

/** POST /object/sign/:bucket */
export const signMany: Handler = async (services, context, call) => {
  const bucket = bucketOf(context);
  const maker = await makerOf(services.database, call, bucket);
  const { expiresIn, paths } = await readJson(services, context, call, many);
  if (paths.length > MOST)
    throw requestErrors.invalid(`Bulk object requests are limited to ${MOST} objects per request.`);
  const names = await runOperation(services.database, call, { readOnly: true }, (transaction) =>
    findNames(transaction, bucket, paths),
  );
  const signed = await Promise.all(
    paths.map(async (path) => {
      if (!names.has(path)) return { error: NOT_READABLE, path, signedURL: null };
      const place = { bucket, name: path };
      const token = await services.links.signDownload(place, expiresIn, maker);
      return { error: null, path, signedURL: `/object/sign/${urlOf(place)}?token=${token}` };
    }),
  );
  return context.json(signed);
};
