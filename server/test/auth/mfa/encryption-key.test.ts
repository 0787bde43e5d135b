/** A server whose ENCRYPTION_KEY is not the one that authenticator apps were added with. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateSecrets } from '../../../src/config/secrets.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { unpackDatabase } from '../../support/unpack-database.ts';
import { newClient, PASSWORD } from '../auth-client.ts';
import { codeOf, signUpWithFactor } from './authenticator.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const complaints = ({ observations }: TestServer) =>
  observations.filter(({ kind }) => kind === 'encryption-key-missing');

// Its database is a folder, which outlives a server, wherever the other tests run.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'a wrong key is named at the start and at each code, and the former key mends it',
  async () => {
    const database = { kind: 'embedded', directory: path.join(folder, 'database') } as const;
    await unpackDatabase(database.directory);
    const [secrets, { encryptionKeys }] = [await generateSecrets(), await generateSecrets()];
    const before = await startTestServer({ database }, secrets);
    const { email, factorId, secret } = await signUpWithFactor(before);
    expect(complaints(before)).toEqual([]);
    await before[Symbol.asyncDispose]();

    const without = await startTestServer({ database }, { ...secrets, encryptionKeys });
    expect(complaints(without)).toEqual([
      { kind: 'encryption-key-missing', setting: 'ENCRYPTION_KEY', factors: 1 },
    ]);
    const client = newClient(without);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toMatchObject({
      status: 422,
      code: 'mfa_totp_verify_not_enabled',
      message: expect.stringContaining('tell whoever runs it'),
    });
    expect(without.observations).toContainEqual(expect.objectContaining({ kind: 'request-failed' }));
    await without[Symbol.asyncDispose]();

    const [former, added] = [secrets.encryptionKeys[0], encryptionKeys[0]];
    const after = await startTestServer({ database }, { ...secrets, encryptionKeys: [added, former] });
    expect(complaints(after)).toEqual([]);
    const again = newClient(after);
    await again.auth.signInWithPassword({ email, password: PASSWORD });
    const verified = await again.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(verified.error).toBeNull();
    await after[Symbol.asyncDispose]();
  },
);
