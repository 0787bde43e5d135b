/**
 * The meaning of `sslmode` in DATABASE_URL, as Postgres' own clients read it
 * (https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION). The driver alone takes `require` for
 * `verify-full`, and knows no `allow`. A certificate that is not trusted ends the start (unreachable.ts).
 */

/** In the order of the protection that they give. Without one, connections are not encrypted. */
export const ENCRYPTION_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;
// The driver's own word for `require`.
const NO_VERIFY = 'no-verify';

/** @returns what is wrong with the mode, as the rest of a sentence about DATABASE_URL */
export function problemOfMode(databaseUrl: string): string | undefined {
  const { searchParams } = new URL(databaseUrl);
  const mode = searchParams.get('sslmode');
  const known: readonly string[] = [...ENCRYPTION_MODES, NO_VERIFY];
  if (mode !== null && !known.includes(mode))
    return `must have an sslmode out of ${ENCRYPTION_MODES.join(', ')}`;
  if (mode === 'verify-ca' && !searchParams.get('sslrootcert'))
    return 'needs sslrootcert, the file of the authority that signed the certificate, with sslmode=verify-ca';
  return undefined;
}

/** @returns the address as the driver takes it; two where the second counts if the server does not encrypt */
export function addressesByMode(databaseUrl: string): readonly [string, ...string[]] {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  const withMode = (name: string) => {
    const address = new URL(url);
    address.searchParams.set('sslmode', name);
    address.searchParams.set('uselibpqcompat', 'true');
    return address.href;
  };
  switch (mode) {
    case 'require':
    case 'verify-ca':
      return [withMode(mode)];
    case NO_VERIFY:
      return [withMode('require')];
    case 'allow':
    case 'prefer':
      return [withMode('prefer'), withMode('disable')];
    default:
      return [databaseUrl];
  }
}

/** Whether the driver found that the server does not encrypt. */
export function isWithoutEncryption(error: unknown): boolean {
  return error instanceof Error && /does not support SSL connections/i.test(error.message);
}
