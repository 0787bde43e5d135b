/** `/render/image`, mounted below /storage/v1: variants of the pictures that the same paths below `/object` read. */
import { type Context, Hono } from 'hono';
import { anybody } from '../../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { requestErrors } from '../errors.ts';
import { findLinked, findPublic, findReadable } from '../objects/find-readable.ts';
import { placeOf } from '../request/place-of.ts';
import { isNamed, readCall } from '../request/storage-call.ts';
import { sendVariant } from '../respond/send-variant.ts';
import type { StorageServices } from '../storage-services.ts';
import { fromText, readTransformation } from './transformation.ts';

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
  const object = await findPublic(services, context);
  return sendVariant(services, context, object, transformation, anybody(context, services.trustProxy));
}

async function renderAuthenticated(
  services: StorageServices,
  context: Context<HttpEnvironment>,
): Promise<Response> {
  const transformation = readTransformation(context.req.query());
  const object = await findReadable(services, context, OPERATION);
  const sender = isNamed(context)
    ? (await readCall(services, context, OPERATION)).sender
    : anybody(context, services.trustProxy);
  return sendVariant(services, context, object, transformation, sender);
}

/** The transformation is the link's. */
async function renderSigned(services: StorageServices, context: Context<HttpEnvironment>): Promise<Response> {
  const place = placeOf(context);
  const token = context.req.query('token');
  if (token === undefined) throw requestErrors.invalid("querystring must have required property 'token'");
  const { expiresAt, transformations = '', format } = await services.links.verifyDownload(token, place);
  const transformation = fromText(transformations, format);
  const object = await findLinked(services, place);
  const sender = anybody(context, services.trustProxy);
  return sendVariant(services, context, object, transformation, sender, expiresAt);
}
