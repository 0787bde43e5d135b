/**
 * The server's secrets, apart from the configuration so that the latter can be logged. Secrets that the operator
 * does not set are generated at first start and kept in DATA_DIR/secrets.json, readable by its owner only. They are
 * the publishable and the secret API key, the key that signs access tokens, and the key that encrypts. A damaged
 * file is refused and never replaced.
 */
import { createPrivateKey, randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { maySign } from '../http/caller/access-token.ts';
import { makeFolder } from '../machine/make-folder.ts';
import { ConfigError, type Environment } from './environment.ts';
import type { SecretSettings } from './settings.ts';

export interface Secrets {
  /** Public by nature: names the browser's role, `anon`. */
  readonly publishableKey: string;
  /** Full access to the data, bypassing row-level security. */
  readonly secretKey: string;
  /** Private ES256 keys; the first signs, all verify. */
  readonly jwtKeys: readonly [JWK, ...JWK[]];
  /** 32 bytes each, base64, for the columns that are kept encrypted. The first encrypts, all decrypt. */
  readonly encryptionKeys: readonly [string, ...string[]];
  /** The secret of the operator's app at Notion, if there is one. */
  readonly notionClientSecret: string | undefined;
  /** This server's secret at an OpenID Connect provider. */
  readonly oidcClientSecret: string | undefined;
  /** By which `/metrics` is read, if it is. */
  readonly metricsToken: string | undefined;
  /** The secret of the store that keeps files, if there is one. */
  readonly s3SecretAccessKey: string | undefined;
}

const jwtKeySchema = z
  .looseObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    kid: z.string().min(1),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    key_ops: z.array(z.string()).exactOptional(),
  })
  .refine(isPrivateKey);
const jwtKeysSchema = z.tuple([jwtKeySchema], jwtKeySchema).refine((keys) => keys.some(maySign));

// A new key goes in front of the old ones, with a comma: data encrypted with those stays readable.
const encryptionKeySchema = z
  .string()
  .refine((keys) => splitKeys(keys).every((key) => Buffer.from(key, 'base64').length === 32));

const storedSchema = z.object({
  SUPABASE_PUBLISHABLE_KEY: z.string(),
  SUPABASE_SECRET_KEY: z.string(),
  AUTH_JWT_KEYS: jwtKeysSchema,
  ENCRYPTION_KEY: encryptionKeySchema,
});
type Stored = z.output<typeof storedSchema>;

/**
 * @returns the operator's secrets, completed by stored ones, which are made when missing
 * @throws {ConfigError} when a given or stored secret has the wrong form, or the folder cannot be used
 */
export async function loadSecrets(environment: Environment, dataDir: string): Promise<Secrets> {
  const given = givenSecrets(environment.secrets);
  const stored = isComplete(given) ? given : { ...(await inDataDir(readOrCreate(dataDir))), ...given };
  const { notionClientSecret, oidcClientSecret, metricsToken, s3SecretAccessKey } = environment.secrets;
  return { ...secretsOf(stored), notionClientSecret, oidcClientSecret, metricsToken, s3SecretAccessKey };
}

/** @returns a complete new set; tests use it without a folder */
export async function generateSecrets(): Promise<Secrets> {
  return secretsOf(await generateStored());
}

/** @returns the text of a `secrets.json` with them */
export function secretsFile({ publishableKey, secretKey, jwtKeys, encryptionKeys }: Secrets): string {
  return textOf({
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    AUTH_JWT_KEYS: jwtKeysSchema.parse(jwtKeys),
    ENCRYPTION_KEY: encryptionKeys.join(','),
  });
}

function textOf(stored: Stored): string {
  return `${JSON.stringify(stored, null, 2)}\n`;
}

function secretsOf(stored: Stored): Secrets {
  return {
    publishableKey: stored.SUPABASE_PUBLISHABLE_KEY,
    secretKey: stored.SUPABASE_SECRET_KEY,
    jwtKeys: stored.AUTH_JWT_KEYS,
    encryptionKeys: splitKeys(stored.ENCRYPTION_KEY),
    // Only others can issue these.
    notionClientSecret: undefined,
    oidcClientSecret: undefined,
    metricsToken: undefined,
    s3SecretAccessKey: undefined,
  };
}

function splitKeys(keys: string): [string, ...string[]] {
  const [first = '', ...others] = keys.split(',').map((key) => key.trim());
  return [first, ...others];
}

function givenSecrets(secrets: SecretSettings): Partial<Stored> {
  const problems: string[] = [];
  const given: Partial<Stored> = {};
  if (secrets.publishableKey) given.SUPABASE_PUBLISHABLE_KEY = secrets.publishableKey;
  if (secrets.secretKey) given.SUPABASE_SECRET_KEY = secrets.secretKey;
  if (secrets.jwtKeys) {
    const keys = jwtKeysSchema.safeParse(parseJson(secrets.jwtKeys));
    if (keys.success) given.AUTH_JWT_KEYS = keys.data;
    else
      problems.push(
        'AUTH_JWT_KEYS must be a JSON array of private P-256 JWKs, each with a kid, of which one may sign.',
      );
  }
  if (secrets.encryptionKeys) {
    const keys = encryptionKeySchema.safeParse(secrets.encryptionKeys);
    if (keys.success) given.ENCRYPTION_KEY = keys.data;
    else problems.push('ENCRYPTION_KEY must be 32 bytes in base64, or several of these with commas between.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return given;
}

/** Whether the numbers make up a key, and not only look like one. */
function isPrivateKey(key: JWK): boolean {
  try {
    createPrivateKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function isComplete(given: Partial<Stored>): given is Stored {
  return storedSchema.safeParse(given).success;
}

/** Turns a file system error into a sentence; the error's own message names the path. */
async function inDataDir<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw error instanceof ConfigError
      ? error
      : new ConfigError([`DATA_DIR cannot be used: ${error.message}.`]);
  });
}

async function readOrCreate(dataDir: string): Promise<Stored> {
  const file = path.join(dataDir, 'secrets.json');
  await makeFolder(dataDir);
  const existing = await readStored(file);
  if (existing) return existing;
  // Written aside and linked into place: two processes that start at once both get the first one's secrets.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, textOf(await generateStored()), {
    mode: 0o600,
    flush: true,
  });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  const created = await readStored(file);
  if (!created) throw new ConfigError([`${file} vanished while it was being written.`]);
  return created;
}

async function readStored(file: string): Promise<Stored | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const stored = storedSchema.safeParse(parseJson(text));
  if (!stored.success) {
    throw new ConfigError([
      `${file} is damaged: restore it from a backup. Without one, delete it to have new secrets made: everybody is signed out, nobody with two-step verification gets in before an administrator removes their authenticator apps (docs/accounts.md), and programs need the new keys.`,
    ]);
  }
  await chmod(file, 0o600);
  return stored.data;
}

async function generateStored(): Promise<Stored> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    alg: 'ES256',
    use: 'sig',
  };
  return {
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(32).toString('base64url')}`,
    AUTH_JWT_KEYS: jwtKeysSchema.parse([key]),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
