/**
 * Every setting of the operator, declared once: variable, kind with bounds, default, and description. The configuration's
 * types, docs/settings.md and .env.example follow from here (`npm run generate`). Rules between several settings are in
 * config.ts.
 */
import {
  anyText,
  apiKey,
  duration,
  folderOrS3,
  mailboxes,
  mailDomains,
  oneOf,
  onOff,
  redirectUrls,
  sender,
  setting,
  signupRule,
  smtpUrl,
  url,
  urlWithLogin,
  type ValuesOf,
  wholeNumber,
} from './setting.ts';

/** The operator's page changes these while the server runs, unless they are set here: run-time-settings.ts has their defaults. */
const chosen = (text: string) => `\`${text}\`, or what an operator chose on their page`;

/** In the order in which they are documented. */
export const SETTINGS = {
  host: setting('HOST', anyText, {
    about: 'The address to listen on. `0.0.0.0` listens on every network of this machine.',
    default: '127.0.0.1',
  }),
  port: setting('PORT', wholeNumber(1, 65_535), {
    about: 'The port to listen on.',
    default: '3000',
  }),
  siteUrl: setting('SITE_URL', url('http:', 'https:'), {
    about: 'The address that people type, without a path. Links in mails start with it.',
    otherwise: '`http://localhost:PORT`',
    example: 'https://docs.example.com',
  }),
  trustProxy: setting('TRUST_PROXY', onOff, {
    about:
      '`on`: one proxy in front names the client at the end of `X-Forwarded-For`. Never without a proxy: every client could write that header.',
    default: 'off',
  }),
  hstsSubdomains: setting('HSTS_SUBDOMAINS', onOff, {
    about:
      '`on`: with https, browsers use TLS for all subdomains of `SITE_URL`, too, for two years. Only when each of them has TLS.',
    default: 'off',
  }),
  dataDir: setting('DATA_DIR', anyText, {
    about:
      'The folder of the embedded database and its backups, uploaded files, generated secrets, and unsent mails. Back it up.',
    default: './data',
  }),
  databaseUrl: setting('DATABASE_URL', urlWithLogin('postgres:', 'postgresql:'), {
    about:
      'A Postgres server (15 or newer) instead of the embedded database. Its user owns the database (docs/deploy.md).',
    otherwise: 'the embedded database',
    example: 'postgres://user:password@host:5432/trellis',
  }),
  operators: setting('OPERATORS', mailboxes, {
    about:
      'The accounts that may open `/dashboard/operator`, by their confirmed addresses, with commas between (docs/operate.md).',
    default: '',
    example: 'ana@example.com,ben@example.com',
  }),
  logLevel: setting('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    about: 'The least severe messages that the log has. The log is JSON lines on standard output.',
    default: 'info',
  }),
  api: {
    statementTimeoutS: setting('API_STATEMENT_TIMEOUT', wholeNumber(1, 3600), {
      about: 'How many seconds one request may keep the database busy.',
      default: '8',
    }),
    maxRows: setting('API_MAX_ROWS', wholeNumber(1, 100_000_000), {
      about: 'How many rows one answer of the Data API has at most.',
      default: '100000',
    }),
    megabytes: {
      request: setting('REQUEST_MAX_MB', wholeNumber(1, 1024), {
        about: 'Megabytes of text that one request may write.',
        default: '32',
      }),
      workspace: setting('WORKSPACE_MAX_MB', wholeNumber(1, 100_000_000), {
        about: 'Megabytes of text that a workspace holds at most, with the versions of its pages.',
        otherwise: chosen('4096'),
        example: '4096',
      }),
      workspaceFiles: setting('WORKSPACE_FILES_MAX_MB', wholeNumber(1, 100_000_000), {
        about: 'Megabytes that the files in the pages of a workspace take at most.',
        otherwise: chosen('10240'),
        example: '10240',
      }),
    },
  },
  mail: {
    smtpUrl: setting('SMTP_URL', smtpUrl, {
      about:
        'The mail server. Without one, mails are written to `DATA_DIR/outbox`, and a browser on this machine shows them at the address that the start prints. Percent-encode special characters: the password `p@ss` is written `p%40ss`. `smtps://` encrypts from the start; `smtp://` encrypts where the mail server offers it, and with `?requireTLS=true` sends nothing without.',
      otherwise: 'none',
      example: 'smtps://user:password@host:465',
    }),
    smtpCa: setting('SMTP_CA', anyText, {
      about:
        'The file (PEM) of the authority that signed the certificate of the mail server, where the system does not know it.',
      otherwise: 'none',
      example: '/etc/ssl/private-ca.pem',
    }),
    from: setting('MAIL_FROM', sender, {
      about:
        'The sender of mails. With `SMTP_URL` and a public `SITE_URL`, an address that your mail server may send for.',
      default: 'Trellis <no-reply@localhost>',
    }),
  },
  auth: {
    emailConfirmation: setting('AUTH_EMAIL_CONFIRMATION', onOff, {
      about: '`on`: a new account must follow a link in a mail first.',
      otherwise: '`on` with `SMTP_URL`, else `off`',
      example: 'off',
    }),
    signup: setting('AUTH_SIGNUP', signupRule, {
      about:
        'Who can create an account by themselves. `invited`: addresses with an open invitation to a workspace. Domains: addresses there alone, which say nothing without `AUTH_EMAIL_CONFIRMATION`. `off`: nobody. The operator can invite anybody in each case.',
      otherwise: chosen('on'),
      example: 'example.com',
    }),
    passwordLength: setting('AUTH_PASSWORD_MIN', wholeNumber(6, 128), {
      about: 'How many characters a new password has at least.',
      otherwise: chosen('6'),
      example: '12',
    }),
    /** Limits per account are always kept. */
    rateLimits: setting('AUTH_RATE_LIMITS', onOff, {
      about:
        '`off`: no limits per client address, for a proxy that keeps its own. Limits per account stay (docs/limits.md).',
      default: 'on',
    }),
    /** protocols/auth/request/redirect-target.ts reads them. */
    redirectUrls: setting('AUTH_REDIRECT_URLS', redirectUrls, {
      about:
        'Where mailed links may lead beside `SITE_URL`. `*` stands for anything without a dot or a slash, `**` for anything.',
      default: '',
      example: 'https://app.example.com/**,https://*.preview.example.com',
    }),
    reauthentication: setting('AUTH_REAUTHENTICATION', onOff, {
      about: '`on`: a new password needs a mailed code when the sign-in is older than a day.',
      default: 'off',
    }),
  },
  /** Each process has this limit for itself. */
  realtime: {
    busUrl: setting('REALTIME_BUS_URL', url('redis:', 'rediss:'), {
      about:
        'A Redis or Valkey by which several processes on one Postgres tell each other live messages, where Postgres has better things to do.',
      otherwise: "Postgres' `NOTIFY`",
      example: 'redis://user:password@host:6379',
    }),
    connections: setting('REALTIME_MAX_CONNECTIONS', wholeNumber(1, 1_000_000), {
      about: 'How many WebSockets one process keeps open.',
      default: '10000',
    }),
    connectionsPerAddress: setting('REALTIME_MAX_CONNECTIONS_PER_ADDRESS', wholeNumber(1, 1_000_000), {
      about:
        'How many of them one client address has at most (an IPv6 network of /64 counts as one). Behind a proxy it needs `TRUST_PROXY`.',
      default: '1000',
    }),
    joinsPerSecond: setting('REALTIME_MAX_JOINS_PER_SECOND', wholeNumber(1, 1_000_000), {
      about:
        'How many live channels one process opens per second, on average over ten; half of them for one client address.',
      default: '1000',
    }),
    channelsPerClient: setting('REALTIME_MAX_CHANNELS_PER_CLIENT', wholeNumber(1, 10_000), {
      about: 'How many live channels one WebSocket has at most.',
      default: '100',
    }),
    eventsPerSecond: setting('REALTIME_MAX_EVENTS_PER_SECOND', wholeNumber(1, 1_000_000), {
      about: 'How many live messages one client sends per second, on average over ten.',
      default: '100',
    }),
    payloadKb: setting('REALTIME_MAX_PAYLOAD_KB', wholeNumber(1, 100_000), {
      about: 'Kilobytes of one live message.',
      default: '3000',
    }),
  },
  storage: {
    fileMegabytes: setting('FILE_MAX_MB', wholeNumber(1, 1_000_000), {
      about: 'Megabytes of one uploaded file. A bucket may allow less.',
      otherwise: chosen('100'),
      example: '100',
    }),
  },
  /** docs/operate.md */
  backup: {
    every: setting('BACKUP_EVERY', duration, {
      about: 'How often a backup is made, such as `24h`. Of several processes one makes it.',
      otherwise: 'never: `npx trellis backup` makes one',
      example: '24h',
    }),
    keep: setting('BACKUP_KEEP', wholeNumber(1, 10_000), {
      about: 'How many backups stay. When another one is complete, the oldest goes.',
      default: '7',
    }),
    to: setting('BACKUP_TO', folderOrS3, {
      about:
        'Where backups go: a folder, best on another disk, or `s3://bucket/prefix` at the store that the `STORAGE_S3_` settings name (its bucket need not keep the files). They hold secrets.',
      otherwise: '`DATA_DIR/backups`',
      example: '/mnt/backups/trellis',
    }),
    files: setting('BACKUP_FILES', oneOf('all', 'list'), {
      about:
        '`list`: a backup names the uploaded files and leaves out their bytes, where an S3 store keeps those safe.',
      default: 'all',
    }),
  },
  metrics: {
    port: setting('METRICS_PORT', wholeNumber(1, 65_535), {
      about:
        'A port of its own for `/metrics`, at `HOST`, for Prometheus (docs/metrics.md). Anybody who reaches it reads the numbers, unless `METRICS_TOKEN` is set.',
      otherwise: 'none',
      example: '9464',
    }),
  },
  /** A store that keeps the bytes of files, in place of the folder. */
  s3: {
    endpoint: setting('STORAGE_S3_ENDPOINT', url('http:', 'https:'), {
      about:
        'Where a store with the S3 protocol answers, to keep the bytes of files there (docs/storage.md).',
      otherwise: 'Amazon S3, if a bucket is set',
    }),
    bucket: setting('STORAGE_S3_BUCKET', anyText, {
      about: 'The bucket of that store. It must exist, and nothing else should write there.',
      otherwise: 'none: files are in `DATA_DIR/storage`',
    }),
    region: setting('STORAGE_S3_REGION', anyText, {
      about: 'The region of the bucket.',
      otherwise: '`us-east-1`',
    }),
    accessKeyId: setting('STORAGE_S3_ACCESS_KEY_ID', anyText, {
      about: 'The key that may read, write and delete objects of the bucket.',
      otherwise: 'none',
    }),
    forcePathStyle: setting('STORAGE_S3_FORCE_PATH_STYLE', onOff, {
      about:
        'Whether the bucket is named in the path, not in the host name, as MinIO and most stores of your own want it.',
      otherwise: '`on` with an endpoint, `off` for Amazon S3',
    }),
  },
  /** The operator's app at Notion. */
  /** Sign-in at an OpenID Connect provider (protocols/auth/provider). */
  oidc: {
    issuer: setting('OIDC_ISSUER', url('https:', 'http:'), {
      about:
        'Signs people in at an OpenID Connect provider, too: the address that it calls its issuer, such as `https://login.example.com/realms/staff` (docs/accounts.md). Register `SITE_URL/auth/v1/callback` there.',
      otherwise: 'none',
    }),
    clientId: setting('OIDC_CLIENT_ID', anyText, {
      about: 'The id that the provider gave to Trellis.',
      otherwise: 'none',
    }),
    name: setting('OIDC_NAME', anyText, {
      about: 'The name of the provider on the button of the sign-in screen.',
      otherwise: 'the host of `OIDC_ISSUER`',
      example: 'Example Inc.',
    }),
    domains: setting('OIDC_DOMAINS', mailDomains, {
      about:
        'Mail domains, with a comma between them, whose first sign-in at the provider makes an account. Without it, `AUTH_SIGNUP` decides.',
      otherwise: 'none',
      example: 'example.com,example.org',
    }),
    trustsEmails: setting('OIDC_TRUST_EMAILS', onOff, {
      about:
        '`on`: addresses count as verified without the provider saying so (`email_verified`). Only where nobody chooses their own address there.',
      default: 'off',
    }),
  },
  notion: {
    apiUrl: setting('NOTION_API_URL', url('http:', 'https:'), {
      about: 'Where Notion answers.',
      default: 'https://api.notion.com',
    }),
    clientId: setting('NOTION_CLIENT_ID', anyText, {
      about:
        'Your app at Notion (a public one, from https://www.notion.so/profile/integrations) with the redirect address `SITE_URL/dashboard/settings/workspace/notion-callback`. Without an app, owners and admins paste a token (docs/notion.md).',
      otherwise: 'none',
    }),
  },
} as const;

const GENERATED = 'made at the first start, kept in `DATA_DIR/secrets.json`';

/** Apart from the other settings, so that those may be logged. secrets.ts checks the keys' own forms. */
export const SECRET_SETTINGS = {
  notionClientSecret: setting('NOTION_CLIENT_SECRET', anyText, {
    about: 'The secret of `NOTION_CLIENT_ID`. Set both or none.',
    otherwise: 'none',
  }),
  oidcClientSecret: setting('OIDC_CLIENT_SECRET', anyText, {
    about: 'The secret of `OIDC_CLIENT_ID`. None for a public client.',
    otherwise: 'none',
  }),
  metricsToken: setting('METRICS_TOKEN', apiKey, {
    about: 'Lets Prometheus read `/metrics` with it as a bearer token (docs/metrics.md).',
    otherwise: 'none',
  }),
  s3SecretAccessKey: setting('STORAGE_S3_SECRET_ACCESS_KEY', anyText, {
    about: 'The secret of `STORAGE_S3_ACCESS_KEY_ID`.',
    otherwise: 'none',
  }),
  publishableKey: setting('SUPABASE_PUBLISHABLE_KEY', apiKey, {
    about:
      'The key that the web app sends; it is no secret. Several processes on one Postgres need the same four keys: give each the same values or the same `DATA_DIR`.',
    otherwise: GENERATED,
  }),
  secretKey: setting('SUPABASE_SECRET_KEY', apiKey, {
    about: 'Allows its holder everything with all data and accounts (docs/accounts.md).',
    otherwise: GENERATED,
  }),
  jwtKeys: setting('AUTH_JWT_KEYS', anyText, {
    about: 'Private P-256 keys (JWK) that sign access tokens. The first signs, all verify.',
    otherwise: GENERATED,
    example: '[{"kty":"EC","crv":"P-256","kid":"…","x":"…","y":"…","d":"…"}]',
  }),
  encryptionKeys: setting('ENCRYPTION_KEY', anyText, {
    about:
      'Encrypts secrets in the database: 32 bytes in base64, or several such keys with commas between. The first encrypts, all decrypt (docs/accounts.md).',
    otherwise: GENERATED,
  }),
} as const;

export type Settings = ValuesOf<typeof SETTINGS>;
export type SecretSettings = ValuesOf<typeof SECRET_SETTINGS>;
