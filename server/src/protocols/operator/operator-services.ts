/** The services that the operations of the operator's page use, and who acts. */
import type { Context } from 'hono';
import type { Backups } from '../../backup/backups.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import type { Accounts } from '../auth/accounts/accounts.ts';

export interface OperatorServices extends Services {
  readonly accounts: Accounts;
  /** Sentences on what is wrong beside the requests. */
  readonly warnings: () => readonly string[];
  readonly backups: Pick<Backups, 'find' | 'list' | 'open' | 'request'>;
  /** Calls the functions that run by the clock. */
  readonly callScheduled: () => void;
  /** Sends a mail past the queue. @throws {Error} with the mail server's answer */
  readonly sendTestMail: (to: string) => Promise<void>;
}

/** An account that OPERATORS names, or the holder of the secret key. */
export interface Operator {
  /** The account; null for the secret key. */
  readonly id: string | null;
  /** Null for the secret key. */
  readonly sessionId: string | null;
  /** Its address; for the log. */
  readonly name: string;
  /** The client's address; empty when it is not known. */
  readonly address: string;
}

/**
 * An operation of the operator's page.
 * @throws {import('./errors.ts').OperatorError} what is refused; nothing has changed then
 */
export type Operation = (
  context: Context<HttpEnvironment>,
  services: OperatorServices,
  by: Operator,
) => Promise<Response>;
