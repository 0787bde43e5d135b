/**
 * The invitation of a link, as the signed-in person sees it. Without the cache that the screens behind the gate
 * share: this one stands before it, and is looked at once.
 */
import { useState } from 'react';
import { AppError } from '../../../lib/errors/app-error.ts';
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
  try {
    return { kind: 'found', invitation: await lookUpInvitation(token) };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', error };
    throw error;
  }
}
