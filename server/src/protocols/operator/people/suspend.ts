/** POST /people/:id/suspend, /restore and /sign-out. */
import { z } from 'zod';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readId, readJson } from '../read-request.ts';
import { actOnAccount } from './act-on-account.ts';

// A hundred years: as long as the server keeps.
const FOREVER = '876000h';

const suspensionSchema = z.object({ for: z.string().default(FOREVER) });

/** Ends all sessions, with their live channels, and lets nobody sign in. Nothing is lost. */
export const suspend: Operation = async (context, services, by) => {
  const { for: duration } = await readJson(context, suspensionSchema);
  const until = services.accounts.readEnd(duration);
  if (!until) throw new OperatorError('bad_request', 'Say for how long as in 24h or 720h.');
  await actOnAccount(services, by, readId(context), {
    act: 'person_suspended',
    event: 'user_modified',
    details: duration === FOREVER ? {} : { until },
    endsRight: true,
    change: (transaction, { id }) => services.accounts.suspend(transaction, id, until),
  });
  return context.json({});
};

export const restore: Operation = async (context, services, by) => {
  await actOnAccount(services, by, readId(context), {
    act: 'person_restored',
    event: 'user_modified',
    change: (transaction, { id }) => services.accounts.restore(transaction, id),
  });
  return context.json({});
};

export const signOut: Operation = async (context, services, by) => {
  await actOnAccount(services, by, readId(context), {
    act: 'person_signed_out',
    event: 'logout',
    change: (transaction, { id }) => services.accounts.signOut(transaction, id),
  });
  return context.json({});
};
