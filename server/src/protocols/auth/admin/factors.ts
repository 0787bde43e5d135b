/** /admin/users/{id}/factors: the second factors of an account, for when its holder has lost them. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { clientAddress } from '../../../http/caller/client-address.ts';
import { ADMIN, recordAuthEvent } from '../audit/record-event.ts';
import type { Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { readFactorId } from '../mfa/own-factor.ts';
import { optionalText, readBody } from '../request/request-body.ts';
import { factorJson } from '../respond/factor-json.ts';
import { lowerSessionsOfFactor } from '../store/assurance.ts';
import { deleteFactor, type Factor, findFactor, listFactors, updateFactor } from '../store/factors.ts';
import { loadAccount, readUserId } from './load-account.ts';

const MAX_NAME = 255;

const bodySchema = z.object({ friendly_name: optionalText.pipe(z.string().max(MAX_NAME)) });

export const listAccountFactors: Operation = async (context, auth) => {
  const id = readUserId(context);
  const factors = await auth.database.asOwner(async (transaction) => {
    await loadAccount(transaction, id);
    return listFactors(transaction, id);
  });
  return context.json(factors.map(factorJson));
};

export const updateAccountFactor: Operation = async (context, auth) => {
  const [userId, factorId] = [readUserId(context), readFactorId(context)];
  const { friendly_name } = await readBody(context, bodySchema);
  const factor = await auth.database.asOwner(async (transaction) => {
    const found = await loadFactor(transaction, userId, factorId);
    await recordAuthEvent(transaction, {
      actor: ADMIN,
      action: 'factor_updated',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { user_id: userId, factor_id: factorId, factor_type: found.factor_type },
    });
    if (friendly_name === '') return found;
    await requireFreeName(transaction, found, friendly_name);
    return updateFactor(transaction, factorId, { friendly_name });
  });
  return context.json(factorJson(factor));
};

export const deleteAccountFactor: Operation = async (context, auth) => {
  const [userId, factorId] = [readUserId(context), readFactorId(context)];
  const factor = await auth.database.asOwner(async (transaction) => {
    const found = await loadFactor(transaction, userId, factorId);
    await deleteFactor(transaction, factorId);
    await lowerSessionsOfFactor(transaction, factorId);
    await recordAuthEvent(transaction, {
      actor: ADMIN,
      action: 'factor_deleted',
      address: clientAddress(context, auth.config.trustProxy),
      traits: { user_id: userId, factor_id: factorId },
    });
    return found;
  });
  auth.liveSessions.forget();
  return context.json(factorJson(factor));
};

/** @throws {AuthError} `user_not_found`, `mfa_factor_not_found` */
async function loadFactor(transaction: Transaction, userId: string, factorId: string): Promise<Factor> {
  await loadAccount(transaction, userId);
  const factor = await findFactor(transaction, userId, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** @throws {AuthError} `mfa_factor_name_conflict` */
async function requireFreeName(transaction: Transaction, factor: Factor, name: string): Promise<void> {
  const others = (await listFactors(transaction, factor.user_id)).filter(({ id }) => id !== factor.id);
  if (others.some(({ friendly_name }) => friendly_name === name))
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
}
