/** The sender of a request. This process counts the memory that requests hold by sender. */
import type { Context } from 'hono';
import type { Caller } from '../../database/database.ts';
import type { HttpEnvironment } from '../http-environment.ts';
import { clientAddress, clientNetwork } from './client-address.ts';

export interface Sender {
  /** Names a person, an operator's program, or an anonymous caller's network. */
  readonly name: string;
  /** Whether nobody is signed in. */
  readonly isAnybody: boolean;
}

export function senderOf(
  { role, claims }: Caller,
  context: Context<HttpEnvironment>,
  trustProxy: boolean,
): Sender {
  if (role === 'anon') return anybody(context, trustProxy);
  return { name: typeof claims.sub === 'string' ? claims.sub : role, isAnybody: false };
}

export function anybody(context: Context<HttpEnvironment>, trustProxy: boolean): Sender {
  return { name: clientNetwork(clientAddress(context, trustProxy)), isAnybody: true };
}
