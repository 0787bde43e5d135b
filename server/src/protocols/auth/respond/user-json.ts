/** An account as its holder sees it. Unset fields are left out, as in Supabase Auth. */
import { randomUUID } from 'node:crypto';
import type { Factor } from '../store/factors.ts';
import { emailClaims, type Identity } from '../store/identities.ts';
import type { Metadata, User } from '../store/users.ts';
import { factorJson } from './factor-json.ts';

export function userJson(
  user: User,
  identities: readonly Identity[],
  factors: readonly Factor[] = [],
): object {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone: '',
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: factors.length > 0 ? factors.map(factorJson) : undefined,
    identities: identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

/** The wire format swaps the names of the two ids; clients expect that. */
function identityJson(identity: Identity): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ?? undefined,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email ?? undefined,
  };
}

/** The answer to a sign-up with a taken address: it looks like a new account's and reveals nothing. */
export function obfuscatedUserJson(email: string, metadata: Metadata): object {
  const now = new Date();
  const id = randomUUID();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: emailClaims({ userId: id, email, metadata }),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
