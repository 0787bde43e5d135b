/**
 * A function's own process: loads its file and answers requests on a local socket with `export default { fetch(request) }`.
 * Its environment holds what the server passed and nothing else, and whatever it does to its memory or its event loop,
 * the server goes on.
 */
import { inspect } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { type FromProcess, THROWN_HEADER, type ToProcess } from './process-messages.ts';

type Handler = (request: Request) => unknown;

const [entry = '', socket = ''] = process.argv.slice(2);

process.on('message', ({ kind }: ToProcess) => kind === 'ping' && say({ kind: 'pong' }));
// The server decides when to end, also when a terminal tells both; without the server there is nobody to answer.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());

try {
  const handler = await load();
  createAdaptorServer({ fetch: (request) => answer(handler, request) }).listen(socket, () =>
    say({ kind: 'ready' }),
  );
} catch (error) {
  say({ kind: 'unusable', reason: inspect(error) });
}

async function load(): Promise<Handler> {
  const module = (await import(entry)) as { readonly default?: { readonly fetch?: unknown } };
  const handler = module.default?.fetch;
  if (typeof handler !== 'function')
    throw new Error('The function has no `export default { fetch(request) }`.');
  return (request) => handler.call(module.default, request);
}

async function answer(handler: Handler, request: Request): Promise<Response> {
  try {
    const response = await handler(request);
    if (!(response instanceof Response)) throw new Error('The function did not answer with a Response.');
    return response;
  } catch (error) {
    return new Response(inspect(error), { status: 500, headers: { [THROWN_HEADER]: 'yes' } });
  }
}

function say(message: FromProcess): void {
  process.send?.(message);
}
