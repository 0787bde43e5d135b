/** The client of a request: kept with the session it starts and in the audit log. */
import type { Context } from 'hono';
import { clientAddress } from '../../../http/caller/client-address.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { AuthServices } from '../auth-services.ts';

const MAX_USER_AGENT = 512;

export interface Client {
  /** Empty when it is not known. */
  readonly address: string;
  /** Lets the account's holder recognise the device. */
  readonly userAgent: string | undefined;
}

export function readClient(
  context: Context<HttpEnvironment>,
  { config }: Pick<AuthServices, 'config'>,
): Client {
  return {
    address: clientAddress(context, config.trustProxy),
    userAgent: context.req.header('user-agent')?.slice(0, MAX_USER_AGENT),
  };
}
