/**
 * The invitation of a link, as it is for whoever is signed in. Without the cache that the screens behind the gate share:
 * this one stands before it, and is looked at once.
 */
import { useEffect, useState } from 'react';
import type { AppError } from '../../../lib/errors/app-error.ts';
import { type Invitation, lookUpInvitation } from '../api/look-up-invitation.ts';

type Lookup =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'found'; readonly invitation: Invitation | null };

/** Begins anew where it is mounted anew. @returns the lookup, and what tries it again */
export function useInvitation(token: string): [Lookup, () => void] {
  const [lookup, setLookup] = useState<Lookup>({ kind: 'pending' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    let isWanted = true;
    void lookUpInvitation(token).then((result) => {
      if (!isWanted) return;
      setLookup(
        result.success ? { kind: 'found', invitation: result.data } : { kind: 'failed', error: result.error },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [token, attempt]);
  const retry = () => {
    setLookup({ kind: 'pending' });
    setAttempt(attempt + 1);
  };
  return [lookup, retry];
}
