/** What every operation of this protocol works with. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import type { Gate } from './limits/gate.ts';
import type { Passwords } from './passwords/passwords.ts';

export interface AuthServices extends Services {
  readonly passwords: Passwords;
  /** What everything that may send a mail passes through (links/commit-then-mail.ts). */
  readonly mailing: Gate;
}

/**
 * One wire operation.
 * @throws {import('./errors.ts').AuthError} what the protocol refuses; nothing has changed then
 */
export type Operation = (context: Context<HttpEnvironment>, auth: AuthServices) => Promise<Response>;
