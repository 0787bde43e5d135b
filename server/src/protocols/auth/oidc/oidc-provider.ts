/**
 * The operator's OpenID Connect provider (OpenID Connect Core 1.0): where people are sent, and what it says of them when they
 * come back. The code flow with PKCE and a nonce; the library checks signature, issuer, audience and times of the id token.
 */
import * as client from 'openid-client';
import type { OidcConfig } from '../../../config/config.ts';
import { isSecureContext } from '../../../http/secure-context.ts';
import { AuthError } from '../errors.ts';
import {
  type Answers,
  type Claims,
  isSubject,
  type ProviderAddress,
  readAddress,
  readName,
} from './claims.ts';

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
  readonly address: ProviderAddress;
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
      {
        timeout: TIMEOUT_S,
        // Without it, the library leaves the signature unchecked, and trusts the connection alone.
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      },
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
        const idToken = tokens.claims();
        if (!idToken) throw new Error('There is no id token.');
        if (!isSubject(idToken.sub)) throw new Error('The id token names nobody.');
        const userinfo = await askUserinfo(provider, tokens.access_token, idToken);
        return accountOf({ idToken, userinfo }, config.trustsEmails);
      } catch (cause) {
        throw new AuthError('bad_oauth_callback', `The sign-in at ${config.name} failed. Please try again.`, {
          cause,
        });
      }
    },
  };
}

/**
 * Some providers tell addresses and names only when they are asked, and those of another person must never count.
 * @returns undefined where the provider does not answer, and is not needed for the address
 * @throws {Error} when it speaks of somebody else
 */
async function askUserinfo(
  provider: client.Configuration,
  accessToken: string,
  idToken: client.IDToken,
): Promise<Claims | undefined> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return undefined;
  let userinfo: client.UserInfoResponse;
  try {
    userinfo = await client.fetchUserInfo(provider, accessToken, client.skipSubjectCheck);
  } catch (error) {
    if (readAddress({ idToken, userinfo: undefined }, false).kind === 'verified') return undefined;
    throw error;
  }
  if (userinfo.sub !== idToken.sub) throw new Error('The userinfo is of another subject than the id token.');
  return userinfo;
}

function accountOf(answers: Answers, trustsEmails: boolean): ProviderAccount {
  const { idToken, userinfo } = answers;
  return {
    subject: String(idToken.sub),
    address: readAddress(answers, trustsEmails),
    name: readName(idToken) ?? readName(userinfo),
  };
}
