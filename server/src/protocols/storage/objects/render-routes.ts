/** `/render/image`, mounted below /storage/v1: variants of the pictures that the same paths below `/object` read. */
import { type Context, Hono } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { requestErrors } from '../errors.ts';
import { fromText, readTransformation } from '../render/transformation.ts';
import { placeOf } from '../request/place-of.ts';
import { findLinked, findPublic, findReadable } from '../respond/find-readable.ts';
import { sendVariant } from '../respond/send-variant.ts';
import type { StorageServices } from '../storage-services.ts';

const FILE = '/:bucket/:name{[\\s\\S]+}';
const OPERATION = 'storage.render.image_authenticated';

export function renderRoutes(services: StorageServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.get(`/public${FILE}`, (context) => renderPublic(services, context));
  app.get(`/authenticated${FILE}`, (context) => renderAuthenticated(services, context));
  app.get(`/sign${FILE}`, (context) => renderSigned(services, context));
  return app;
}

async function renderPublic(services: StorageServices, context: Context<HttpEnvironment>): Promise<Response> {
  const transformation = readTransformation(context.req.query());
  return sendVariant(services, context, await findPublic(services, context), transformation);
}

async function renderAuthenticated(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  const transformation = readTransformation(context.req.query());
  return sendVariant(services, context, await findReadable(services, context, OPERATION), transformation);
}

/** The transformation is the link's. */
async function renderSigned(services: StorageServices, context: Context<HttpEnvironment>): Promise<Response> {
  const place = placeOf(context);
  const token = context.req.query('token');
  if (token === undefined) throw requestErrors.invalid("querystring must have required property 'token'");
  const link = await services.links.verifyDownload(token, place);
  const transformation = fromText(link.transformations ?? '', link.format);
  const found = await findLinked(services, context, place, link);
  return sendVariant(services, context, found, transformation, link.expiresAt);
}
