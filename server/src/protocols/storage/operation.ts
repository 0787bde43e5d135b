/** Ties a handler to its operation: reads who calls first. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { type Operation, readCall, type StorageCall } from './request/storage-call.ts';
import type { StorageServices } from './storage-services.ts';

export type Handler = (
  services: StorageServices,
  context: Context<HttpEnvironment>,
  call: StorageCall,
) => Promise<Response>;

export function operation(services: StorageServices, name: Operation, handle: Handler) {
  return async (context: Context<HttpEnvironment>): Promise<Response> =>
    handle(services, context, await readCall(services, context, name));
}
