/** The signed-in person, for screens behind the gate. The auth feature provides it; others only read it. */
import type { Session, User } from '@supabase/supabase-js';
import { createContext, useContext } from 'react';
import type { Tables } from '../database.types.generated.ts';
import type { AppError } from '../errors/app-error.ts';

export type Profile = Tables<'user_profiles'>;

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
  /** Undefined while it could not be read. */
  readonly profile: Profile | undefined;
  /** Takes over a profile that was just saved. */
  readonly replaceProfile: (profile: Profile) => void;
  /** @returns why the server could not be reached, if so */
  readonly signOut: () => Promise<AppError | undefined>;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** @throws {Error} outside the gate */
export function useSignedIn(): SignedIn {
  const value = useContext(SignedInContext);
  if (!value) throw new Error('useSignedIn is for screens behind the sign-in gate');
  return value;
}
