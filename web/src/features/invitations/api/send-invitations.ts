/** Invites addresses, or mails one of them another link. The links in the answer are told this once. */

import { FunctionsHttpError } from '@supabase/supabase-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { AppError } from '../../../lib/errors/app-error.ts';
import { networkSentence } from '../../../lib/errors/error-catalogue.ts';
import { requestIdIn } from '../../../lib/errors/failed-request.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';

export interface Invited {
  readonly email: string;
  /** In the workspace already, so not invited. */
  readonly isMember: boolean;
  /** A mail server has taken the mail. */
  readonly isMailed: boolean;
  /** The mail waits for the mail server, and is tried again. */
  readonly isOnItsWay: boolean;
  readonly link: string | null;
}

export function useSendInvitations(organizationId: string) {
  return useInvitationCall(
    organizationId,
    ({ emails, role }: { readonly emails: readonly string[]; readonly role: WorkspaceRole }) =>
      callFunction('invitations', { organizationId, emails, role }),
  );
}

export function useRenewInvitation(organizationId: string) {
  return useInvitationCall(organizationId, (invitationId: string) =>
    callFunction('invitations/renew', { invitationId }),
  );
}

function useInvitationCall<Input>(organizationId: string, mutationFn: (input: Input) => Promise<Invited[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => readAgain(queryClient, madeOldBy.invitation(organizationId)),
  });
}

const FAILED = 'Failed to send invitations';

/** @throws {AppError} */
async function callFunction(name: string, body: Record<string, unknown>): Promise<Invited[]> {
  const { data, error } = await supabase.functions.invoke<{ data: Invited[] }>(name, { body });
  if (error instanceof FunctionsHttpError)
    throw new AppError('UPDATE_ERROR', (await readError(error)) ?? FAILED, error, requestIdIn(error.context));
  if (error) throw new AppError('NETWORK_ERROR', networkSentence(), error);
  if (!Array.isArray(data?.data)) throw new AppError('UPDATE_ERROR', FAILED, data);
  return data.data;
}

async function readError({ context }: FunctionsHttpError): Promise<string | undefined> {
  if (!(context instanceof Response)) return undefined;
  const body: unknown = await context.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;
}
