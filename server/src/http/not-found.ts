/** The answer for an address where this server has nothing. */
import type { Context } from 'hono';
import type { HttpEnvironment } from './http-environment.ts';

/** Whether a person is to read the answer. Programs and probes ask for JSON, for anything, or for nothing in particular. */
export function prefersHtml(context: Context<HttpEnvironment>): boolean {
  return context.req.header('accept')?.toLowerCase().includes('text/html') ?? false;
}

export function notFound(context: Context<HttpEnvironment>): Response {
  return context.json({ message: 'There is nothing at this address.' }, 404, {
    vary: 'Accept',
    'cache-control': 'no-cache',
  });
}
