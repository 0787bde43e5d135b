/** The answer to a successful sign-in or refresh: access token, refresh token, account. */
import type { AuthServices } from '../auth-services.ts';
import type { Grant } from '../session/start-session.ts';
import { markOperator } from './is-operators-account.ts';
import { userJson } from './user-json.ts';

const ACCESS_TOKEN_LIFETIME_S = 3600;

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: object;
}

export async function tokenResponse(auth: AuthServices, grant: Grant): Promise<TokenResponse> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_LIFETIME_S;
  return {
    access_token: await auth.tokens.sign(accessTokenClaims(auth, grant, { issuedAt, expiresAt })),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    expires_at: expiresAt,
    refresh_token: grant.refreshToken,
    user: markOperator(auth.config, userJson(grant.user, grant.identities, grant.factors)),
  };
}

/** https://supabase.com/docs/guides/auth/jwt-fields */
function accessTokenClaims(
  auth: AuthServices,
  { user, session, amr }: Grant,
  times: { readonly issuedAt: number; readonly expiresAt: number },
) {
  return {
    iss: `${auth.config.siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: times.expiresAt,
    iat: times.issuedAt,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: [...amr],
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
}
