/** PKCE flows between the request and the exchange of the code: the rows of auth.flow_state. */
import type { Transaction } from '../../../database/database.ts';
import { hashToken, randomToken } from './secret-token.ts';

/** The challenge that a client must answer when it exchanges a code (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

export interface IssuedCode extends CodeChallenge {
  readonly userId: string;
  readonly authenticationMethod: string;
  /** Seconds since the code was issued. */
  readonly age: number;
}

export interface NewFlowState {
  readonly userId: string;
  readonly authenticationMethod: string;
  readonly challenge: CodeChallenge;
}

const MOST_FLOWS = 100;

/** @returns its id, for the token that will lead to the code */
export async function insertFlowState(transaction: Transaction, flow: NewFlowState): Promise<string> {
  // No link lives longer than a day: older flows lead nowhere. Nobody has as many under way, and each sign-in at a provider begins one.
  await transaction.query({
    text: `delete from auth.flow_state where user_id = $1 and (created_at < now() - interval '2 days' or id in
      (select id from auth.flow_state where user_id = $1 order by created_at desc offset ${MOST_FLOWS - 1}))`,
    values: [flow.userId],
  });
  const { rows } = await transaction.query<{ id: string }>({
    text: `insert into auth.flow_state (user_id, authentication_method, code_challenge, code_challenge_method)
      values ($1, $2, $3, $4) returning id`,
    values: [flow.userId, flow.authenticationMethod, flow.challenge.challenge, flow.challenge.method],
  });
  if (!rows[0]) throw new Error('An insert returned no row.');
  return rows[0].id;
}

export async function deleteFlowState(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({ text: 'delete from auth.flow_state where id = $1', values: [id] });
}

/** @returns the code to exchange; undefined when the flow is gone */
export async function issueAuthCode(transaction: Transaction, id: string): Promise<string | undefined> {
  const code = randomToken();
  const { rowCount } = await transaction.query({
    text: `update auth.flow_state set auth_code_hash = $2, auth_code_issued_at = now() where id = $1`,
    values: [id, hashToken(code)],
  });
  return rowCount > 0 ? code : undefined;
}

/** Makes every other exchange of the same code wait until the transaction ends. */
export async function lockAuthCode(transaction: Transaction, code: string): Promise<IssuedCode | undefined> {
  const { rows } = await transaction.query<{
    user_id: string;
    authentication_method: string;
    code_challenge: string;
    code_challenge_method: CodeChallenge['method'];
    age: string;
  }>({
    text: `select user_id, authentication_method, code_challenge, code_challenge_method,
        extract(epoch from clock_timestamp() - auth_code_issued_at) as age
      from auth.flow_state where auth_code_hash = $1 for update`,
    values: [hashToken(code)],
  });
  const row = rows[0];
  return (
    row && {
      userId: row.user_id,
      authenticationMethod: row.authentication_method,
      challenge: row.code_challenge,
      method: row.code_challenge_method,
      age: Number(row.age),
    }
  );
}

export async function deleteAuthCode(transaction: Transaction, code: string): Promise<void> {
  await transaction.query({
    text: 'delete from auth.flow_state where auth_code_hash = $1',
    values: [hashToken(code)],
  });
}
