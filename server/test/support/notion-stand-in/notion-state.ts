/** The state of the stand-in Notion, in memory: its apps, granted access and valid tokens. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface OauthApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A Notion workspace. */
export interface NotionWorkspace {
  readonly id: string;
  readonly name: string;
}

/** The access that a token stands for. */
export interface Grant {
  readonly workspace: NotionWorkspace;
  readonly botId: string;
  /** The app that it was granted to; none for a token made in Notion's own settings. */
  readonly clientId: string | undefined;
}

interface Code {
  readonly grant: Grant;
  readonly redirectUri: string;
}

export class NotionState {
  readonly app: OauthApp = { clientId: randomUUID(), clientSecret: `secret_${secret()}` };
  /** People grant access to this workspace. */
  workspace: NotionWorkspace = { id: randomUUID(), name: 'Acme Notes' };
  /** Whether the token endpoint says when access tokens end, in seconds. */
  expiresIn: number | undefined;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Map<string, { readonly grant: Grant; readonly accessToken: string }>();

  /** @returns a token made in Notion's own settings, to be pasted */
  makeInternalToken(workspace: NotionWorkspace = this.workspace): string {
    const token = `ntn_${secret()}`;
    this.#access.set(token, { workspace, botId: randomUUID(), clientId: undefined });
    return token;
  }

  /** @returns the code that a person who allowed access comes back with */
  allow(clientId: string, redirectUri: string): string {
    const code = randomUUID();
    this.#codes.set(code, {
      grant: { workspace: this.workspace, botId: randomUUID(), clientId },
      redirectUri,
    });
    return code;
  }

  /** A code is good once, for the address it was given for. */
  redeemCode(code: string, redirectUri: string) {
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    return found?.redirectUri === redirectUri ? this.#issue(found.grant) : undefined;
  }

  /** Ends both tokens and gives new ones. */
  redeemRefreshToken(refreshToken: string) {
    const found = this.#refresh.get(refreshToken);
    if (!found) return undefined;
    this.#refresh.delete(refreshToken);
    this.#access.delete(found.accessToken);
    return this.#issue(found.grant);
  }

  revoke(token: string): void {
    this.#access.delete(token);
    for (const [refreshToken, { accessToken }] of this.#refresh)
      if (accessToken === token || refreshToken === token) {
        this.#refresh.delete(refreshToken);
        this.#access.delete(accessToken);
      }
  }

  grantOf(accessToken: string): Grant | undefined {
    return this.#access.get(accessToken);
  }

  /** Access tokens end, and refresh tokens are still good. */
  endAccessTokens(): void {
    this.#access.clear();
  }

  /** Ends all tokens, as when somebody removes the connection in Notion's settings. */
  endEverything(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  get accessTokens(): readonly string[] {
    return [...this.#access.keys()];
  }

  #issue(grant: Grant) {
    const [accessToken, refreshToken] = [`ntn_${secret()}`, `nrt_${secret()}`];
    this.#access.set(accessToken, grant);
    this.#refresh.set(refreshToken, { grant, accessToken });
    return { grant, accessToken, refreshToken };
  }
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}
