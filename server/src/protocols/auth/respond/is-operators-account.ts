/** Whether OPERATORS names an account. The right itself also takes a live session (protocols/operator/find-operator.ts). */
import type { Config } from '../../../config/config.ts';
import type { User } from '../store/users.ts';

export function isOperatorsAccount(
  { operators }: Pick<Config, 'operators'>,
  { email, email_confirmed_at, deleted_at }: Pick<User, 'email' | 'email_confirmed_at' | 'deleted_at'>,
): boolean {
  return email !== null && email_confirmed_at !== null && deleted_at === null && operators.includes(email);
}

/**
 * Tells the app that there is something to show. Nothing else believes it.
 * @param json the account, as its holder gets it (user-json.ts)
 */
export function markOperator(config: Pick<Config, 'operators'>, json: object): object {
  const { email, email_confirmed_at, app_metadata } = json as {
    readonly email: string;
    readonly email_confirmed_at?: Date;
    readonly app_metadata: object;
  };
  const account = { email, email_confirmed_at: email_confirmed_at ?? null, deleted_at: null };
  return isOperatorsAccount(config, account)
    ? { ...json, app_metadata: { ...app_metadata, operator: true } }
    : json;
}
