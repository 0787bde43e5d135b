/**
 * Deletes the account. The server requires a fresh session (docs/decisions/0007), so the person signs in once
 * more, in a separate session.
 */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toAuthError, toDataError, toMailedCodeError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { openSeparateSession } from '../../../lib/separate-session.ts';
import { supabase } from '../../../lib/supabase.ts';
import { giveAccessBack } from '../../integrations/give-access-back.ts';
import type { AffectedWorkspace, DeletionPlan } from '../state/deletion-plan.ts';

export interface DeletionProof {
  readonly email: string;
  /** The password; without one, the mailed code. */
  readonly secret: string;
  readonly hasPassword: boolean;
  /** From an authenticator app, if the account has one. */
  readonly secondStep?: { readonly factorId: string; readonly code: string } | undefined;
  /** The workspaces that the dialog lists for deletion. */
  readonly doomed: readonly string[];
}

// Postgres rolled back one of two deadlocked transactions: nothing changed, and a retry can succeed.
const DEADLOCK = '40P01';
const NO_FRESH_SESSION = 'TR030';
const CHANGED = new Set(['TR031', 'TR032']);

type SeparateSession = ReturnType<typeof openSeparateSession>;

export function deletionPlanQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.account.deletion(userId),
    queryFn: readDeletionPlan,
    // The person agrees to this plan, so never show an outdated one.
    staleTime: 0,
    gcTime: 0,
    meta: { isKept: false },
  });
}

/** @throws {AppError} */
async function readDeletionPlan(): Promise<DeletionPlan> {
  const [workspaces, password] = await Promise.all([
    supabase.rpc('preview_account_deletion'),
    supabase.rpc('has_password'),
  ]);
  if (workspaces.error) throw toDataError(workspaces.error, workspaces.status);
  if (password.error) throw toDataError(password.error, password.status);
  return {
    hasPassword: password.data,
    workspaces: workspaces.data.map((row) => ({
      id: row.organization_id,
      name: row.name,
      fate: row.fate as AffectedWorkspace['fate'],
      pages: row.pages,
      trashedPages: row.trashed_pages,
    })),
  };
}

/** For accounts without a password. @throws {AppError} */
async function mailCode(email: string): Promise<void> {
  const { error } = await openSeparateSession().auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false },
  });
  if (error) throw toAuthError(error);
}

/** @throws {AppError} nothing has changed then */
async function deleteAccount(proof: DeletionProof): Promise<void> {
  const session = openSeparateSession();
  try {
    await signIn(session, proof);
    await Promise.all(proof.doomed.map(giveAccessBack));
    await askForDeletion(session, proof.doomed);
  } catch (error) {
    // Otherwise the list of signed-in devices shows it.
    await session.auth.signOut({ scope: 'local' }).catch(() => undefined);
    throw error;
  }
}

async function signIn(session: SeparateSession, proof: DeletionProof): Promise<void> {
  const { email, secret, hasPassword, secondStep } = proof;
  const { error } = hasPassword
    ? await session.auth.signInWithPassword({ email, password: secret })
    : await session.auth.verifyOtp({ email, token: secret, type: 'email' });
  if (error) throw hasPassword ? toPasswordError(error) : toRefusedCode(error);
  if (!secondStep) return;
  const step = await session.auth.mfa.challengeAndVerify(secondStep);
  if (step.error) throw toAuthError(step.error);
}

function toPasswordError(error: unknown): AppError {
  const known = toAuthError(error);
  return known.code === 'INVALID_CREDENTIALS'
    ? new AppError('INVALID_CREDENTIALS', sentences.wrongPassword, error)
    : known;
}

/** Tells a refused mailed code apart from an authenticator app's. */
function toRefusedCode(error: unknown): AppError {
  const known = toMailedCodeError(error);
  return known.code === 'INVALID_CODE' ? new AppError('INVALID_MAILED_CODE', known.message, error) : known;
}

async function askForDeletion(session: SeparateSession, doomed: readonly string[]): Promise<void> {
  const ask = () => session.rpc('delete_my_account', { organizations_to_delete: [...doomed] });
  const first = await ask();
  const { error, status } = first.error?.code === DEADLOCK ? await ask() : first;
  if (!error) return;
  if (CHANGED.has(error.code)) throw new AppError('DELETE_ERROR', sentences.workspacesChanged, error);
  if (error.code === NO_FRESH_SESSION)
    throw new AppError('SECOND_STEP_NEEDED', sentences.proofNotEnough, error);
  throw toDataError(error, status);
}

export function useMailDeletionCode() {
  return useMutation({ mutationFn: mailCode });
}

/** @param onDeleted called once the account is gone, before the person reads it */
export function useDeleteAccount(onDeleted: () => Promise<void>) {
  return useMutation<void, Error, DeletionProof>({ mutationFn: deleteAccount, onSuccess: onDeleted });
}
