/** POST /people/:id/suspend, /restore and /sign-out. */
import { z } from 'zod';
import { readBanEnd } from '../../auth/admin/user-fields/ban-duration.ts';
import { AuthError } from '../../auth/errors.ts';
import { deleteSessionsOf } from '../../auth/store/sessions.ts';
import { updateUserRow } from '../../auth/store/users.ts';
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
  const until = readEnd(duration);
  await actOnAccount(services, by, readId(context), {
    act: 'person_suspended',
    event: 'user_modified',
    details: duration === FOREVER ? {} : { until },
    endsRight: true,
    change: async (transaction, { id }) => {
      await updateUserRow(transaction, id, { banned_until: until });
      await deleteSessionsOf(transaction, id);
    },
  });
  return context.json({});
};

export const restore: Operation = async (context, services, by) => {
  await actOnAccount(services, by, readId(context), {
    act: 'person_restored',
    event: 'user_modified',
    change: async (transaction, { id }) => {
      await updateUserRow(transaction, id, { banned_until: null });
    },
  });
  return context.json({});
};

export const signOut: Operation = async (context, services, by) => {
  await actOnAccount(services, by, readId(context), {
    act: 'person_signed_out',
    event: 'logout',
    change: (transaction, { id }) => deleteSessionsOf(transaction, id),
  });
  return context.json({});
};

/** @throws {OperatorError} */
function readEnd(duration: string): Date {
  try {
    const end = readBanEnd(duration);
    if (end && end > new Date()) return end;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
  }
  throw new OperatorError('bad_request', 'Say for how long as in 24h or 720h.');
}
