/** Why a Postgres server cannot be reached, in words for the person who wrote its address. */
import { isSqlError } from '../../sql-error.ts';
import { isWithoutEncryption } from './encryption-modes.ts';

// Node's and OpenSSL's codes for a certificate that is not taken.
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT)/;
const STARTING = '57P03';
// The messages of pg and pg-pool when connecting times out.
const TIMED_OUT = /timeout expired|connection timeout|timeout exceeded/i;

/** @returns part of a sentence; none of its sources holds a password */
export function unreachable(error: unknown): string {
  const [cause = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  if (!(cause instanceof Error)) return 'it cannot be reached';
  if (isSqlError(cause)) return `it says "${cause.message}" (${cause.code})`;
  if (TIMED_OUT.test(cause.message)) return 'it does not answer';
  // Behind a semicolon, Node gives advice on itself.
  if (isCertificateProblem(cause))
    return `its certificate is not taken (${cause.message.split(';')[0]}). Name the authority that signed it by sslrootcert=<file>, or encrypt without looking at the certificate by sslmode=require`;
  if (isWithoutEncryption(cause))
    return 'it does not encrypt connections. Turn ssl on there, or leave out sslmode';
  if (isMissingFile(cause)) return `a file that it names is missing (${cause.message})`;
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ECONNREFUSED':
      return 'nothing listens there (ECONNREFUSED)';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no host of this name is known (${(cause as NodeJS.ErrnoException).code})`;
    default:
      return cause.message;
  }
}

/** Whether waiting changes nothing: something is there, and it is not what the address asks for. */
export function isFinal(error: unknown): boolean {
  if (isSqlError(error)) return error.code !== STARTING;
  return isCertificateProblem(error) || isWithoutEncryption(error) || isMissingFile(error);
}

function isCertificateProblem(error: unknown): boolean {
  return CERTIFICATE.test(codeOf(error));
}

/** A certificate stays wrong. A socket may still come. */
function isMissingFile(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'open';
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : '';
}
