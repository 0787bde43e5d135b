/**
 * The operator's OpenID Connect provider (OpenID Connect Core 1.0): where people are sent, and what it says of them when they
 * come back. The code flow with PKCE and a nonce; the library checks signature, issuer, audience and times of the id token.
 */
import * as client from 'openid-client';
import { isSecureContext, type OidcConfig } from '../../../config/config.ts';
import { AuthError } from '../errors.ts';

/** The provider's name in the protocol, as upstream names those that an operator adds. */
export const OIDC = 'custom:oidc';
const SCOPE = 'openid email profile';
const TIMEOUT_S = 10;
/** Keys and addresses of a provider change. */
const DISCOVERY_LIFETIME_MS = 3_600_000;

/** The secrets that this server keeps between the way there and the way back. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person, as the provider describes them. */
export interface ProviderAccount {
  /** Its own id of them, for good. */
  readonly subject: string;
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly name: string | undefined;
}

export interface OidcProvider {
  readonly name: string;
  /** The mail domains whose first sign-in makes an account; undefined where the rule of sign-ups decides. */
  readonly domains: readonly string[] | undefined;
  newHandshake(): Handshake;
  /** @returns where the browser is sent @throws {AuthError} `unexpected_failure` when the provider does not answer */
  addressOf(handshake: Handshake): Promise<URL>;
  /**
   * @param query of the address by which the browser came back
   * @throws {AuthError} `bad_oauth_callback` when the provider refuses, or says what is not to be believed
   */
  whoCame(query: URLSearchParams, handshake: Handshake): Promise<ProviderAccount>;
}

export function createOidcProvider(
  config: OidcConfig,
  secret: string | undefined,
  siteUrl: string,
): OidcProvider {
  const redirectUri = `${siteUrl}/auth/v1/callback`;
  let known: { readonly found: Promise<client.Configuration>; readonly at: number } | undefined;

  function discover(): Promise<client.Configuration> {
    if (known && performance.now() - known.at < DISCOVERY_LIFETIME_MS) return known.found;
    const issuer = new URL(config.issuer);
    const isPlain = issuer.protocol === 'http:' && isSecureContext(issuer);
    const found = client.discovery(
      issuer,
      config.clientId,
      secret,
      secret === undefined ? client.None() : undefined,
      { timeout: TIMEOUT_S, ...(isPlain && { execute: [client.allowInsecureRequests] }) },
    );
    known = { found, at: performance.now() };
    // The next person asks again.
    found.catch(() => {
      known = undefined;
    });
    return found;
  }

  async function reach(): Promise<client.Configuration> {
    try {
      return await discover();
    } catch (cause) {
      throw new AuthError('unexpected_failure', `${config.name} does not answer. Please try again later.`, {
        cause,
      });
    }
  }

  return {
    name: config.name,
    domains: config.domains,
    newHandshake: () => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),
    addressOf: async ({ state, nonce, verifier }) =>
      client.buildAuthorizationUrl(await reach(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    whoCame: async (query, { state, nonce, verifier }) => {
      const provider = await reach();
      try {
        const tokens = await client.authorizationCodeGrant(provider, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('There is no id token.');
        // Some providers tell addresses and names only when they are asked.
        const more =
          typeof claims.email === 'string' || provider.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
        return accountOf({ ...claims, ...more }, config.trustsEmails);
      } catch (cause) {
        throw new AuthError('bad_oauth_callback', `The sign-in at ${config.name} failed. Please try again.`, {
          cause,
        });
      }
    },
  };
}

/** Claims of OpenID Connect Core 1.0, section 5.1. */
function accountOf(claims: Readonly<Record<string, unknown>>, trustsEmails: boolean): ProviderAccount {
  const text = (claim: unknown) =>
    typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
  return {
    subject: String(claims.sub),
    email: text(claims.email)?.toLowerCase(),
    // Some write it as a text.
    isVerified: trustsEmails || claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name)?.slice(0, 100),
  };
}
