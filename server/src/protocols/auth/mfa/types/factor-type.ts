/** A kind of second factor. Each has a folder here and a line in factor-types.ts; routes and sessions know none. */
import type { Transaction } from '../../../../database/database.ts';
import type { AuthServices } from '../../auth-services.ts';
import type { Factor, FactorTypeName } from '../../store/factors.ts';
import type { User } from '../../store/users.ts';
import type { SealedSecret } from '../factor-secret.ts';

export interface NewSecret {
  readonly sealed: SealedSecret;
  /** The only answer that has the secret. */
  readonly shown: object;
}

export interface FactorType {
  readonly name: FactorTypeName;
  /** Names the step in a session's `amr` claim, as Supabase Auth does: `totp`, or `mfa/` and a name. */
  readonly method: string;

  /**
   * @param issuer who asks for the factor, as the client names them; empty for this site
   * @throws {import('../../errors.ts').AuthError} `validation_failed`
   */
  makeSecret(auth: Pick<AuthServices, 'config' | 'encryption'>, user: User, issuer: string): NewSecret;

  /**
   * Uses a code up: one that was accepted before is like a wrong one.
   * @throws {import('../../errors.ts').AuthError} `mfa_verification_failed`
   */
  useCode(
    auth: Pick<AuthServices, 'encryption'>,
    transaction: Transaction,
    factor: Factor,
    code: string,
  ): Promise<void>;
}
