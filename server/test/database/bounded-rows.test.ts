/**
 * Each column of free size in the server's own schemas, and each table, with what bounds it: the sibling of
 * supabase/tests/catalogue.sql, which does the same for the product's.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement, Transaction } from '../../src/database/database.ts';
import { insertFlowState } from '../../src/protocols/auth/store/flow-states.ts';
import { buildSettings } from '../../src/protocols/rest/schema-cache/settings.ts';
import { type MigratedEngine, openMigratedEngine } from './migrated-engine.ts';

let engine: MigratedEngine;
beforeAll(async () => {
  engine = await openMigratedEngine();
});
afterAll(() => engine[Symbol.asyncDispose]());

const OPERATOR = 'the operator alone writes it';
const ID = 'an id';
const HASH = 'a hash, or a secret of one length that this server makes';
const WORD = 'a word of this server';
const ADDRESS = '255 letters, by readEmail';
const CLIENT = 'a network address';
const PUBLISHED = 'a row of a published table, for 15 minutes: no table of the product is published';
const MESSAGE = 'by the product’s functions alone: ids, numbers, and up to 8 KB of an update';

const COLUMNS: Readonly<Record<string, string>> = {
  'auth.audit_log_entries.ip_address': CLIENT,
  'auth.audit_log_entries.payload': 'ids, words, an address, and 200 letters of a name, by recordAuthEvent',
  'auth.deletion_notices.email': ADDRESS,
  'auth.flow_state.auth_code_hash': HASH,
  'auth.flow_state.authentication_method': WORD,
  'auth.flow_state.code_challenge': '128 letters, by readCodeChallenge',
  'auth.identities.identity_data':
    'metadata of 6 KB, by mergeMetadata; else an address and 100 letters of a name',
  'auth.identities.provider': WORD,
  'auth.identities.provider_id': 'an id of the provider, as long as an index takes',
  'auth.mail_orders.request': 'an address, metadata of 6 KB, and a link as long as a request’s head',
  'auth.mfa_amr_claims.authentication_method': WORD,
  'auth.mfa_challenges.ip_address': CLIENT,
  'auth.mfa_factors.friendly_name': '255 letters, by enrollFactor',
  'auth.mfa_factors.phone': 'nothing writes it',
  'auth.mfa_factors.secret': HASH,
  'auth.one_time_tokens.code_hash': HASH,
  'auth.one_time_tokens.relates_to': ADDRESS,
  'auth.one_time_tokens.token_hash': HASH,
  'auth.rate_limits.key': HASH,
  'auth.refresh_tokens.token_hash': HASH,
  'auth.sessions.refresh_token_hmac_key': HASH,
  'auth.sessions.user_agent': '512 letters, by readClient',
  'auth.users.aud': WORD,
  'auth.users.email': ADDRESS,
  'auth.users.email_change': ADDRESS,
  'auth.users.encrypted_password': HASH,
  'auth.users.phone': 'nothing writes it',
  'auth.users.raw_app_meta_data': '2 KB, by mergeAppMetadata',
  'auth.users.raw_user_meta_data': '6 KB, by mergeMetadata',
  'auth.users.role': OPERATOR,
  'realtime.changes.old_record': PUBLISHED,
  'realtime.changes.record': PUBLISHED,
  'realtime.messages.binary_payload': MESSAGE,
  'realtime.messages.event': MESSAGE,
  'realtime.messages.extension': MESSAGE,
  'realtime.messages.payload': MESSAGE,
  'realtime.messages.topic': MESSAGE,
  'trellis_server.backups.name': WORD,
  'trellis_server.backups.place': OPERATOR,
  'trellis_server.backups.problem': WORD,
  'trellis_server.backups.release': WORD,
  'trellis_server.loose_files.version': ID,
  'trellis_server.mails.kind': WORD,
  'trellis_server.mails.problem': 'an answer of the mail server',
  'trellis_server.mails.sealed': 'a mail of this server, with a link as long as a request’s head',
  'trellis_server.mails.topic': WORD,
  'trellis_server.operator_acts.act': WORD,
  'trellis_server.operator_acts.actor': ADDRESS,
  'trellis_server.operator_acts.address': CLIENT,
  'trellis_server.operator_acts.details': OPERATOR,
  'trellis_server.operator_acts.target': OPERATOR,
  'trellis_server.resumable_uploads.bucket_id': ID,
  'trellis_server.resumable_uploads.kept_at': ID,
  'trellis_server.resumable_uploads.metadata': 'a header of a request',
  'trellis_server.resumable_uploads.name': '1,024 letters, by requireObjectName',
  'trellis_server.resumable_uploads.owner_id': ID,
  'trellis_server.resumable_uploads.version': ID,
  'trellis_server.run_time_settings.name': OPERATOR,
  'trellis_server.run_time_settings.value': OPERATOR,
  'trellis_server.schema_migrations.digest': WORD,
  'trellis_server.schema_migrations.name': WORD,
  'trellis_server.schema_migrations.version': WORD,
  'trellis_server.secret_marks.mark': HASH,
  'trellis_server.secret_marks.name': WORD,
};

/** Tables to which requests can add rows without an end, and what ends them. */
const ROWS: Readonly<Record<string, string>> = {
  'auth.audit_log_entries': '5,000 of an account and a kind, for a year, by sweepAuditLog and sweepEntriesOf',
  'auth.deletion_notices': 'until its mail is in the queue',
  'auth.flow_state': '100 of an account, by insertFlowState',
  'auth.identities': 'one of an account, and one of each person of the provider',
  'auth.mail_orders': 'an hour’s, at the rate of mails to an address',
  'auth.mfa_amr_claims': 'one of a session and a way to sign in',
  'auth.mfa_challenges': 'a month’s that were passed, at the rate of challenges of an account',
  'auth.mfa_factors': '10 of an account, by enrollFactor',
  'auth.one_time_tokens': 'one of an account and a kind',
  'auth.rate_limits': 'until they are full again',
  'auth.refresh_tokens': '1,000 of a session, by insertRefreshToken',
  'auth.sessions': '500 of an account, by makeRoomForSession',
  'auth.users': 'at the rate of sign-ups from an address',
  'realtime.changes': 'those of 15 minutes, by sweepChanges',
  'realtime.messages': '100,000, or those of five minutes, by sweepMessages',
  'trellis_server.account_claims': 'one of an account',
  'trellis_server.archive_permits': 'until they work no more',
  'trellis_server.backups': 'the operator’s, and the last that failed',
  'trellis_server.loose_files': 'until the sweeper has removed the bytes',
  'trellis_server.mails': 'until they are sent; those that failed for a week',
  'trellis_server.operator_acts': 'a year’s',
  'trellis_server.resumable_uploads': 'a day’s: 100 of an account that are open, and 100 that are complete',
  'trellis_server.run_time_settings': 'one of a setting',
  'trellis_server.schema_migrations': 'one of a migration',
  'trellis_server.secret_marks': 'one of a secret',
  'trellis_server.used_upload_links': 'an hour after the link works no more',
};

const SCHEMAS = "('auth', 'trellis_server', 'realtime')";

async function tables(): Promise<string[]> {
  const { rows } = await engine.pool.query<{ name: string }>(`
    select format('%s.%s', relnamespace::regnamespace, relname) as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ${SCHEMAS}`);
  return rows.map(({ name }) => name).sort();
}

async function freeColumns(): Promise<string[]> {
  const { rows } = await engine.pool.query<{ name: string }>(`
    select format('%s.%s.%s', relnamespace::regnamespace, relname, attname) as name
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p')
    join pg_type on pg_type.oid = atttypid
    where relnamespace::regnamespace::text in ${SCHEMAS}
      and attnum > 0 and not attisdropped and attgenerated = ''
      and (typname in ('text', 'varchar', 'json', 'jsonb', 'bytea') or typcategory = 'A')
      and not exists (
        select from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(pg_constraint.oid) ~ format('\\(%1$s = (ANY \\(ARRAY\\[)?''', attname))`);
  return rows.map(({ name }) => name).sort();
}

test('of each column of free size it is known what bounds it', async () => {
  expect(await freeColumns()).toEqual(Object.keys(COLUMNS).sort());
});

test('of each table it is known what bounds its rows', async () => {
  expect(await tables()).toEqual(Object.keys(ROWS).sort());
});

test('no request reaches what realtime sends, and no table of the product is published to it', async () => {
  const { rows } = await engine.pool.query(
    "select tablename from pg_publication_tables where pubname = 'supabase_realtime'",
  );
  expect(rows).toEqual([]);
  expect(buildSettings([]).schemas).toEqual(['public']);
});

test('an account has a hundred sign-ins under way that wait for their code', async () => {
  const { rows } = await engine.pool.query<{ id: string }>(
    `insert into auth.users (email) values ('flows@example.com') returning id`,
  );
  const userId = rows[0]?.id ?? '';
  const challenge = { challenge: 'x'.repeat(43), method: 's256' } as const;
  const transaction = { query: ({ text, values = [] }: Statement) => engine.pool.query(text, [...values]) };
  let last = '';
  for (let flow = 0; flow < 130; flow++)
    last = await insertFlowState(transaction as unknown as Transaction, {
      userId,
      authenticationMethod: 'oauth',
      challenge,
    });
  const kept = await engine.pool.query<{ id: string }>('select id from auth.flow_state where user_id = $1', [
    userId,
  ]);
  expect(kept.rows).toHaveLength(100);
  expect(kept.rows).toContainEqual({ id: last });
});
