/**
 * The invitation of a link, as the signed-in person sees it. Without the cache that the screens behind the gate
 * share: this one stands before it, and is looked at once.
 */
import { useState } from 'react';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { useAsyncValue } from '../../../lib/hooks/use-async-value.ts';
import { type Invitation, lookUpInvitation } from '../api/look-up-invitation.ts';

type Lookup =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'found'; readonly invitation: Invitation | null };

/** Each mount begins again. @returns the lookup, and what tries it again */
export function useInvitation(token: string): [Lookup, () => void] {
  const [attempt, setAttempt] = useState(0);
  const answer = useAsyncValue(async () => ({ attempt, lookup: await lookUp(token) }), `${attempt} ${token}`);
  const lookup: Lookup = answer?.attempt === attempt ? answer.lookup : { kind: 'pending' };
  return [lookup, () => setAttempt(attempt + 1)];
}

async function lookUp(token: string): Promise<Lookup> {
  const result = await lookUpInvitation(token);
  return result.success
    ? { kind: 'found', invitation: result.data }
    : { kind: 'failed', error: result.error };
}
