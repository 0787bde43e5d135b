/** How invitations go out on this server, and what an address proves: to be told before anybody is invited. */
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { configuration, supabase } from '../../../lib/supabase.ts';

export interface WaysOfInviting {
  /** Whether there is a mail server; undefined while nobody has said so. */
  readonly isMailed: boolean | undefined;
  /** Whether a new account has to show that the address is its own; undefined as above. */
  readonly isConfirmed: boolean | undefined;
}

export function waysOfInvitingQuery() {
  return queryOptions({
    queryKey: queryKeys.invitations.waysOfInviting,
    queryFn: async (): Promise<WaysOfInviting> => {
      const [isMailed, isConfirmed] = await Promise.all([readMailed(), readConfirmed()]);
      return { isMailed, isConfirmed };
    },
    // Settings of the operator.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isKept: false },
  });
}

async function readMailed(): Promise<boolean | undefined> {
  const { data } = await supabase.functions.invoke<{ data?: { isMailed?: boolean } }>('invitations/mail', {
    method: 'GET',
  });
  return data?.data?.isMailed;
}

async function readConfirmed(): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${configuration.supabaseUrl}/auth/v1/settings`, {
      headers: { apikey: configuration.supabasePublishableKey },
    });
    const settings: { mailer_autoconfirm?: boolean } = await answer.json();
    return settings.mailer_autoconfirm === undefined ? undefined : !settings.mailer_autoconfirm;
  } catch {
    return undefined;
  }
}
