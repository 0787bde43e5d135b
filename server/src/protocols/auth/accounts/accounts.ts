/**
 * The auth service answers here what other protocols ask of accounts. Its rows, links and log are nobody else's: the
 * linter refuses imports of anything else in this protocol but its errors.
 */
import type { Transaction } from '../../../database/database.ts';
import { mailInvitation } from '../admin/invite.ts';
import { prepareInvitation } from '../admin/prepare-invitation.ts';
import { readBanEnd } from '../admin/user-fields/ban-duration.ts';
import { ADMIN, type AuditAction, type AuthEvent, recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { putLink } from '../links/put-link.ts';
import { requireAal2 } from '../mfa/require-aal2.ts';
import { readEmail } from '../request/email-address.ts';
import { loadSubject, type TokenSubject } from '../request/require-user.ts';
import { isOperatorsAccount } from '../respond/is-operators-account.ts';
import { deleteSessionsOf, sessionAge } from '../store/sessions.ts';
import { findUserById, lockUser, type User, updateUserRow } from '../store/users.ts';

export type { AuditAction };

/** The account or the key that acts, as the log of the accounts names it. */
export type Actor = AuthEvent['actor'];
export const SECRET_KEY: Actor = ADMIN;

export type Account = Pick<User, 'id' | 'email'>;

interface Invitation {
  readonly email: string;
  /** The client's address, for the log. */
  readonly address: string;
  readonly actor: Actor;
}

type Note = (transaction: Transaction) => Promise<void>;

export class Accounts {
  readonly #auth: AuthServices;

  constructor(auth: AuthServices) {
    this.#auth = auth;
  }

  /** @throws {AuthError} `validation_failed` */
  readonly readEmail = readEmail;
  readonly sessionAge = sessionAge;

  /** @returns the account of a session, while OPERATORS names it and it has shown its second step, if it has one */
  async findOperator(transaction: Transaction, session: TokenSubject): Promise<Account | undefined> {
    try {
      const user = await loadSubject(transaction, session);
      if (!isOperatorsAccount(this.#auth.config, user)) return undefined;
      await requireAal2(transaction, session, 'operate the server');
      return user;
    } catch (error) {
      if (error instanceof AuthError) return undefined;
      throw error;
    }
  }

  isOperators(account: Pick<User, 'email' | 'email_confirmed_at'>): boolean {
    return isOperatorsAccount(this.#auth.config, { ...account, deleted_at: null });
  }

  async exists(transaction: Transaction, id: string): Promise<boolean> {
    return (await findUserById(transaction, id)) !== undefined;
  }

  /** Makes everything that changes the account wait. @returns undefined once it is deleted */
  async lock(transaction: Transaction, id: string): Promise<User | undefined> {
    const user = await lockUser(transaction, id);
    return user?.deleted_at === null ? user : undefined;
  }

  async record(transaction: Transaction, event: AuthEvent): Promise<void> {
    await recordAuthEvent(transaction, event);
  }

  /**
   * Makes an account and mails its link, whoever may sign up.
   * @param note what belongs to the invitation, in its transaction
   * @returns the link where there is no mail server
   * @throws {AuthError} `email_exists`
   */
  async invite(asked: Invitation, note: Note): Promise<string | null> {
    const { config, database } = this.#auth;
    const { siteUrl: redirectTo, mail } = config;
    const invitation = { ...asked, metadata: {} };
    if (mail.smtpUrl !== undefined) {
      await mailInvitation(this.#auth, { ...invitation, redirectTo }, note);
      return null;
    }
    return database.asOwner(async (transaction) => {
      const { user } = await prepareInvitation(transaction, invitation);
      await note(transaction);
      const request = {
        kind: 'invite',
        user,
        address: asked.email,
        redirectTo,
        challenge: undefined,
      } as const;
      return (await putLink(this.#auth, transaction, request)).url;
    });
  }

  /** @returns undefined for no duration and for one that is over at once */
  readEnd(duration: string): Date | undefined {
    try {
      const end = readBanEnd(duration);
      return end && end > new Date() ? end : undefined;
    } catch (error) {
      if (error instanceof AuthError) return undefined;
      throw error;
    }
  }

  /** Ends its sessions, and lets nobody sign in until then. */
  async suspend(transaction: Transaction, id: string, until: Date): Promise<void> {
    await updateUserRow(transaction, id, { banned_until: until });
    await deleteSessionsOf(transaction, id);
  }

  async restore(transaction: Transaction, id: string): Promise<void> {
    await updateUserRow(transaction, id, { banned_until: null });
  }

  async signOut(transaction: Transaction, id: string): Promise<void> {
    await deleteSessionsOf(transaction, id);
  }

  /** Sends a mail in turn with those that requests ask for. */
  async mailInTurn(send: () => Promise<void>): Promise<void> {
    await this.#auth.mailing.run(send);
  }
}
