import { describe, expect, test } from 'vitest';
import { buildConfig } from './config.ts';
import { ConfigError, readEnvironment } from './environment.ts';
import { listSettings } from './setting.ts';
import { SETTINGS } from './settings.ts';

const build = (variables: Record<string, string>) => buildConfig(readEnvironment(variables));

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    build(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('without settings, the server serves this machine from an embedded database', () => {
  const config = build({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    database: { kind: 'embedded' },
    auth: { emailConfirmation: false, signup: undefined },
    api: { statementTimeoutS: 8, maxRows: 100_000 },
  });
});

test.for(listSettings(SETTINGS).filter(({ description }) => description.example))(
  '$variable takes the example that its description gives',
  ({ variable, description }) => {
    expect(problemsOf({ [variable]: description.example ?? '' })).toEqual([]);
  },
);

test('an empty variable counts as not set', () => {
  expect(build({ PORT: '', DATABASE_URL: '' })).toEqual(build({}));
});

test('a mail server switches confirmation on, unless it is switched off', () => {
  const SMTP_URL = 'smtp://localhost:25';
  expect(build({ SMTP_URL }).auth.emailConfirmation).toBe(true);
  expect(build({ SMTP_URL, AUTH_EMAIL_CONFIRMATION: 'off' }).auth.emailConfirmation).toBe(false);
});

describe('a wrong value is refused in a sentence that names its variable', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['API_STATEMENT_TIMEOUT', '0'],
    ['API_MAX_ROWS', 'all'],
    ['SITE_URL', 'docs.example.com'],
    ['SITE_URL', 'https://example.com/docs'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost/x?sslmode=required'],
    ['DATABASE_URL', 'postgres://localhost/x?sslmode=verify-ca'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:mail.example.com'],
    ['SMTP_URL', 'smtp://mailer:100%@mail.example.com'],
    ['MAIL_FROM', 'Trellis'],
    ['MAIL_FROM', 'Trellis <no-reply>'],
    ['MAIL_FROM', 'Trellis <no-reply@>'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Team: a@example.com, b@example.com;'],
    ['AUTH_SIGNUP', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '1'],
    ['SUPABASE_SECRET_KEY', 'short'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });
});

test('every problem is named at once', () => {
  expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', SMTP_URL: 'z' })).toHaveLength(3);
  expect(problemsOf({ PORT: 'x', NOTION_CLIENT_ID: 'an-id' })).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^NOTION_CLIENT_ID and /),
  ]);
});

test('a wrong value is not told to contradict another as well', () => {
  const settings = { SITE_URL: 'https://docs.example.com', AUTH_EMAIL_CONFIRMATION: 'on' };
  expect(problemsOf({ ...settings, SMTP_URL: 'mail.example.com' })).toEqual([
    expect.stringMatching(/^SMTP_URL must be /),
  ]);
});

test('a provider needs an address that nobody on the way can change, and the id that it gave', () => {
  const [OIDC_ISSUER, OIDC_CLIENT_ID] = ['https://login.example.com', 'trellis'];
  for (const half of [{ OIDC_ISSUER }, { OIDC_CLIENT_ID }])
    expect(problemsOf(half)).toEqual(['OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both or none.']);
  expect(problemsOf({ OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID })).toEqual([
    'OIDC_ISSUER must be an https address: whoever is on the way could sign in as anybody.',
  ]);
  expect(problemsOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_DOMAINS: 'example.com, nonsense' })).toHaveLength(1);
  expect(build({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_DOMAINS: '@Example.com,b.org' }).oidc).toEqual({
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    name: 'login.example.com',
    domains: ['example.com', 'b.org'],
    trustsEmails: false,
  });
  expect(build({}).oidc).toBeUndefined();
});

test('an app at Notion has both an id and a secret, or neither', () => {
  const [NOTION_CLIENT_ID, NOTION_CLIENT_SECRET] = ['an-id', 'a-secret'];
  for (const half of [{ NOTION_CLIENT_ID }, { NOTION_CLIENT_SECRET }])
    expect(problemsOf(half)).toEqual([
      'NOTION_CLIENT_ID and NOTION_CLIENT_SECRET belong together: set both or none.',
    ]);
  expect(build({ NOTION_CLIENT_ID, NOTION_CLIENT_SECRET }).notion.clientId).toBe(NOTION_CLIENT_ID);
  expect(build({}).notion.clientId).toBeUndefined();
});

test('files in an S3 store need a bucket and both keys', () => {
  const all = {
    STORAGE_S3_BUCKET: 'files',
    STORAGE_S3_ACCESS_KEY_ID: 'an-id',
    STORAGE_S3_SECRET_ACCESS_KEY: 'a-secret',
  };
  for (const variable of Object.keys(all))
    expect(problemsOf({ ...all, [variable]: '' })).toEqual([`Files in an S3 store need ${variable}, too.`]);
  expect(problemsOf({ STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
    'Files in an S3 store need STORAGE_S3_BUCKET and STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY, too.',
  ]);
  expect(problemsOf({ ...all, FILE_MAX_MB: '5001' })).toEqual([
    expect.stringMatching(/^FILE_MAX_MB is 5000 at most/),
  ]);
  expect(build(all).s3).toMatchObject({ region: 'us-east-1', forcePathStyle: false });
  expect(build({ ...all, STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toMatchObject({
    forcePathStyle: true,
  });
  expect(build({}).s3).toBeUndefined();
});

test('confirmation mails that nobody could read are refused', () => {
  const settings = { SITE_URL: 'https://docs.example.com', AUTH_EMAIL_CONFIRMATION: 'on' };
  expect(problemsOf(settings)).toEqual([expect.stringContaining('SMTP_URL')]);
});

test.each([
  'no-reply@example.com',
  'Trellis <no-reply@example.com>',
  '"Trellis, the wiki" <no-reply@docs.example.com>',
  'Trellis Pages <trellis+docs@example.com>',
])('mails may come from %s', (MAIL_FROM) => {
  expect(build({ MAIL_FROM }).mail.from).toBe(MAIL_FROM);
});

test('mails from localhost stay on this machine', () => {
  const settings = { SITE_URL: 'https://docs.example.com', SMTP_URL: 'smtp://mail.example.com' };
  const refused = [expect.stringMatching(/^MAIL_FROM must be /)];
  expect(problemsOf(settings)).toEqual(refused);
  expect(problemsOf({ ...settings, MAIL_FROM: 'me@localhost' })).toEqual(refused);
  expect(problemsOf({ ...settings, MAIL_FROM: 'me@example.com' })).toEqual([]);
  expect(problemsOf({ ...settings, SITE_URL: 'http://localhost:3000' })).toEqual([]);
});

test('the operator lists the addresses that mailed links may lead to', () => {
  const list = 'https://app.example.com/**, https://*.example.com ,trellis://callback,';
  expect(build({ AUTH_REDIRECT_URLS: list }).auth.redirectUrls).toEqual([
    'https://app.example.com/**',
    'https://*.example.com',
    'trellis://callback',
  ]);
});

test.each([
  'app.example.com',
  '**',
  'https://**',
  'https://**.example.com/',
  'https://user@example.com/',
  'javascript://%0aalert(1)',
  'https://good.example.com,data:text/html',
])('a mailed link may not lead to %s', (AUTH_REDIRECT_URLS) => {
  expect(problemsOf({ AUTH_REDIRECT_URLS })).toEqual([expect.stringMatching(/^AUTH_REDIRECT_URLS must be /)]);
});

test('operators and the rule of sign-ups are read as the auth service compares them', () => {
  const build = (variables: Record<string, string>) => buildConfig(readEnvironment(variables));
  expect(build({ OPERATORS: ' Ana@Example.com ,ben@example.com,' }).operators).toEqual([
    'ana@example.com',
    'ben@example.com',
  ]);
  expect(build({}).operators).toEqual([]);
  const rule = (AUTH_SIGNUP: string) => build({ AUTH_SIGNUP }).auth.signup;
  expect(rule('on')).toEqual({ kind: 'open' });
  expect(rule('off')).toEqual({ kind: 'closed' });
  expect(rule('invited')).toEqual({ kind: 'invited' });
  expect(rule('Example.com, @mail.example.org')).toEqual({
    kind: 'domains',
    domains: ['example.com', 'mail.example.org'],
  });
  for (const wrong of ['maybe', ',', '*.com', 'example.com; evil.test'])
    expect(() => rule(wrong)).toThrow('AUTH_SIGNUP must be on, off, invited, or domains');
  expect(() => build({ OPERATORS: 'ana' })).toThrow('OPERATORS must be mail addresses');
});
