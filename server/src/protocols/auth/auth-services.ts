/** The services that every operation of this protocol uses. */
import type { Context } from 'hono';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import type { Gate } from './limits/gate.ts';
import type { Refusals } from './limits/refusals.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';
import type { Passwords } from './passwords/passwords.ts';

export interface AuthServices extends Services {
  /** Undefined when accounts sign in here alone. */
  readonly oidc: OidcProvider | undefined;
  readonly passwords: Passwords;
  readonly refusals: Refusals;
  /** Limits the requests that may send a mail (links/commit-then-mail.ts). */
  readonly mailing: Gate;
  /** Makes a mail of an order (mail-orders/order-mail.ts). */
  readonly fillMailOrder: (id: string) => Promise<void>;
}

/** Operations by path and method. */
export type Routes = Readonly<Record<string, Methods>>;
export type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Operation>>>;

/**
 * An operation of the wire protocol.
 * @throws {import('./errors.ts').AuthError} what the protocol refuses; nothing has changed then
 */
export type Operation = (context: Context<HttpEnvironment>, auth: AuthServices) => Promise<Response>;
