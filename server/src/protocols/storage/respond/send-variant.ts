/** Answers with a variant of a picture, or that the client has it already. */
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { clientGone } from '../../../http/client-gone.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { objectErrors } from '../errors.ts';
import { placed } from '../limits/download-line.ts';
import { type Transformation, toHeader } from '../render/transformation.ts';
import { keyOf } from '../render/variants.ts';
import type { StorageServices } from '../storage-services.ts';
import type { Found } from './find-readable.ts';
import { caching, isKnown, sendOpened, unchanged, validatorsOf } from './send-file.ts';

/**
 * @param expires when the link ends that it was read by
 * @throws {StorageError}
 */
export async function sendVariant(
  { variants, downloads, observe }: StorageServices,
  context: Context<HttpEnvironment>,
  { object, sender }: Found,
  transformation: Transformation,
  expires?: Date,
): Promise<Response> {
  const { version } = object;
  if (version === null) throw objectErrors.notFound();
  const isNegotiated = transformation.format === undefined;
  const wish = { transformation, takesWebp: isNegotiated && takesWebp(context) };
  const headers = {
    ...validatorsOf(object),
    etag: `"${version}-${keyOf(wish)}"`,
    ...caching(object, expires),
    ...(isNegotiated && { vary: 'Accept' }),
  };
  // Browsers treat every format of a variant alike.
  if (isKnown(context.req.raw.headers, headers)) return unchanged(context, 'image/webp', headers);
  const outgoing = context.env.outgoing as ServerResponse;
  const place = await downloads.take(sender, clientGone(outgoing));
  const isWanted = () => !outgoing.destroyed;
  const { format, file } = await variants.find(version, wish, sender, isWanted).catch((error: unknown) => {
    place[Symbol.dispose]();
    throw error;
  });
  const told = toHeader(transformation);
  return sendOpened(
    context,
    placed(file, place),
    `image/${format}`,
    { ...headers, ...(told !== '' && { 'x-transformations': told }) },
    observe,
  );
}

function takesWebp(context: Context): boolean {
  return context.req.header('accept')?.includes('image/webp') ?? false;
}
