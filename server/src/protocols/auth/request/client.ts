/** The client of a request: kept with the session it starts and in the audit log. */
import type { Context } from 'hono';
import { clientAddress } from '../../../http/caller/client-address.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Services } from '../../../services.ts';
import type { Client } from '../store/sessions.ts';

const MAX_USER_AGENT = 512;

export function readClient(context: Context<HttpEnvironment>, { config }: Pick<Services, 'config'>): Client {
  return {
    address: clientAddress(context, config.trustProxy),
    userAgent: context.req.header('user-agent')?.slice(0, MAX_USER_AGENT),
  };
}
