/** What every operation of this protocol works with. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import type { Passwords } from './passwords/passwords.ts';

export interface AuthServices extends Services {
  readonly passwords: Passwords;
}

/**
 * One wire operation.
 * @throws {import('./errors.ts').AuthError} what the protocol refuses; nothing has changed then
 */
export type Operation = (context: Context<HttpEnvironment>, auth: AuthServices) => Promise<Response>;
