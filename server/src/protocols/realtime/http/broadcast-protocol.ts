/** `/realtime/v1/api/broadcast`: for senders that keep no socket, such as functions. */
import { type Context, Hono } from 'hono';
import { DatabaseUnavailableError } from '../../../database/database.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Payload } from '../contracts.ts';
import { topicKey } from '../topics/topics.ts';
import { countBatch, readBatch, sendBatch } from './broadcast-batch.ts';
import {
  BroadcastError,
  BroadcastRate,
  type BroadcastServices,
  Outgoing,
  parseJson,
  readBroadcastRequest,
} from './broadcast-request.ts';

// Around the payloads of a batch, or the one of a single message.
const OVERHEAD_BYTES = 64 * 1024;
const CONTENT = /^\s*application\/(json|octet-stream)\s*(;|$)/i;

export function createBroadcastProtocol(services: BroadcastServices): Hono<HttpEnvironment> {
  const { policies, limits, observe } = services;
  const rate = new BroadcastRate(limits.eventsPerSecond);
  const app = new Hono<HttpEnvironment>();
  app.onError((error, context) => {
    if (error instanceof BroadcastError) return context.json(error.body, error.status);
    if (error instanceof DatabaseUnavailableError)
      return context.json({ message: 'Tenant database unavailable' }, 503);
    observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
    return context.json({ message: 'Unable to authorize broadcast' }, 500);
  });

  app.post('/', async (context) => {
    const { caller, sender, body } = await read(context);
    const batch = parseJson(body);
    // The count comes first: a million wrong messages would take seconds to be refused one by one.
    rate.take(sender, countBatch(batch));
    const messages = readBatch(batch, limits.payloadBytes);
    await sendBatch(services, caller, messages, new Outgoing(services, sender));
    return context.body(null, 202);
  });

  app.post('/:topic/events/:event', async (context) => {
    const { topic, event } = context.req.param();
    const type = contentOf(context);
    const { caller, sender, body } = await read(context);
    const payload: Payload =
      type === 'json'
        ? { encoding: 'json', text: JSON.stringify(parseJson(body)) }
        : { encoding: 'binary', bytes: body };
    const bytes = payload.encoding === 'json' ? Buffer.byteLength(payload.text) : body.length;
    if (bytes > limits.payloadBytes)
      throw new BroadcastError(422, { errors: { payload: ['Payload size exceeds tenant limit'] } });
    rate.take(sender, 1);
    const isPrivate = context.req.query('private') === 'true';
    const key = topicKey(topic, isPrivate);
    const outgoing = new Outgoing(services, sender);
    outgoing.requireRoom([key]);
    if (isPrivate && !(await policies.write(caller, topic, 'broadcast')))
      throw new BroadcastError(403, { message: 'Unauthorized' });
    outgoing.send(key, { kind: 'user', event, payload });
    return context.body(null, 202);
  });

  function read(context: Context<HttpEnvironment>) {
    return readBroadcastRequest(services, context, limits.payloadBytes + OVERHEAD_BYTES);
  }
  return app;
}

/** @throws {BroadcastError} */
function contentOf(context: Context): 'json' | 'octet-stream' {
  const header = context.req.header('content-type');
  if (header === undefined) return 'json';
  const [, type] = CONTENT.exec(header) ?? [];
  if (type === undefined)
    throw new BroadcastError(415, {
      error: 'Unsupported Media Type. Use application/json or application/octet-stream',
    });
  return type.toLowerCase() === 'json' ? 'json' : 'octet-stream';
}
