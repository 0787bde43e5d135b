/** `sslmode` in DATABASE_URL, against a Postgres that encrypts with a certificate of its own, and one that does not. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startPostgres,
  type ThrowawayPostgres,
  unprivilegedUser,
} from '../../../scripts/throwaway-postgres.ts';
import { openPostgres } from '../../src/database/engines/postgres/open-postgres.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('sslmode (needs TEST_DATABASE_URL)', () => {
  const plain = process.env.TEST_DATABASE_URL ?? '';
  let encrypting: ThrowawayPostgres;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-certificate-'));
    const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
    // biome-ignore format: one option and its value a line would be long
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost',
      '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const user = unprivilegedUser();
    chmodSync(folder, 0o755);
    chmodSync(key, 0o600);
    if (user) chownSync(key, user.uid, user.gid);
    encrypting = await startPostgres(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
  });
  afterAll(async () => {
    await encrypting?.stop();
    rmSync(folder, { recursive: true });
  });

  /** @returns whether the connection is encrypted */
  async function connect(
    server: string,
    host: string,
    mode: string,
    withAuthority = false,
  ): Promise<boolean> {
    const url = new URL(server);
    url.hostname = host;
    if (mode !== '') url.searchParams.set('sslmode', mode);
    if (withAuthority) url.searchParams.set('sslrootcert', path.join(folder, 'certificate.pem'));
    const engine = await openPostgres(url.href, () => undefined);
    try {
      const { rows } = await engine.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0].ssl;
    } finally {
      await engine.channels.close();
      await engine.pool.end();
    }
  }

  test.each([
    ['', false],
    ['disable', false],
    ['allow', true],
    ['prefer', true],
    ['require', true],
    ['no-verify', true],
  ])('%j takes a certificate that nobody has signed, and encrypts: %s', async (mode, isEncrypted) => {
    expect(await connect(encrypting.url, '127.0.0.1', mode)).toBe(isEncrypted);
  });

  test('verify-ca looks who has signed the certificate, verify-full also for whom', async () => {
    expect(await connect(encrypting.url, '127.0.0.1', 'verify-ca', true)).toBe(true);
    expect(await connect(encrypting.url, 'localhost', 'verify-full', true)).toBe(true);
    await expect(connect(encrypting.url, '127.0.0.1', 'verify-full', true)).rejects.toThrow(
      /certificate is not taken \(Hostname\/IP does not match .+sslmode=require\.$/,
    );
  });

  test('a certificate that is not trusted stops the start at once, with what works', async () => {
    const start = performance.now();
    await expect(connect(encrypting.url, 'localhost', 'verify-full')).rejects.toThrow(
      /^DATABASE_URL leads to no usable database at localhost:\d+: its certificate is not taken \(self-signed certificate\)\. Name the authority .+ sslrootcert=<file>, or .+ sslmode=require\.$/,
    );
    // A database that may come yet is waited for as long.
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test('a server that does not encrypt: allow and prefer go on, require stops at once', async () => {
    expect(await connect(plain, '127.0.0.1', 'prefer')).toBe(false);
    expect(await connect(plain, '127.0.0.1', 'allow')).toBe(false);
    await expect(connect(plain, '127.0.0.1', 'require')).rejects.toThrow(
      /it does not encrypt connections\. Turn ssl on/,
    );
  });

  test('a missing file is named at once', async () => {
    const address = `${encrypting.url}?sslmode=verify-full&sslrootcert=/no/such/file.pem`;
    await expect(openPostgres(address, () => undefined)).rejects.toThrow(
      /a file that it names is missing .+file\.pem/,
    );
  });
});
