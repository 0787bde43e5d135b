/** Why a mail was not accepted: whether to try again, and a sentence for the operator. */

/**
 * - `refused`: the mail server will never take this mail (RFC 5321 section 4.2.1), or the folder cannot hold it.
 * - `postponed`: it will not take this one now.
 * - `away`: it takes none now, as it cannot be reached, is not the one it should be, or refuses the login.
 */
export type MailProblemKind = 'refused' | 'postponed' | 'away';

interface MailError {
  readonly code?: string;
  /** The socket's code, below nodemailer's own. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message: string;
}

const ABOUT_THE_MAIL: ReadonlySet<string | undefined> = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM']);
const OF_FILES: ReadonlySet<string | undefined> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EIO',
]);
// RFC 4954 section 6, RFC 3207 section 4: a mail server asks for a login, another one, or encryption.
const ABOUT_THE_LOGIN: ReadonlySet<number | undefined> = new Set([530, 534, 535, 538]);

export function kindOfProblem(error: unknown): MailProblemKind {
  const { code, responseCode } = error as MailError;
  if (OF_FILES.has(code)) return 'refused';
  if (!ABOUT_THE_MAIL.has(code) || ABOUT_THE_LOGIN.has(responseCode)) return 'away';
  return responseCode !== undefined && responseCode < 500 ? 'postponed' : 'refused';
}

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the mail server has expired. Renew it there',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the mail server is for another name. Write the name of the certificate in SMTP_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the mail server has a certificate that it signed itself. Name the file of that certificate in SMTP_CA',
  SELF_SIGNED_CERT_IN_CHAIN:
    'this system does not know the authority that signed the certificate of the mail server. Name the file of that authority in SMTP_CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'this system does not know the authority that signed the certificate of the mail server. Name the file of that authority in SMTP_CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'this system does not know the authority that signed the certificate of the mail server. Name the file of that authority in SMTP_CA',
};

const CONNECTION: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no mail server of that name. Check the host in SMTP_URL',
  EAI_AGAIN:
    'the name of the mail server cannot be looked up. Check the host in SMTP_URL, and the name service',
  ECONNREFUSED: 'nothing listens there. Check host and port in SMTP_URL',
  EHOSTUNREACH: 'there is no way to the mail server. Check the host in SMTP_URL, and the network',
  ENETUNREACH: 'there is no way to the mail server. Check the host in SMTP_URL, and the network',
};

/** @returns a sentence on what is wrong and what to do; it holds nothing of SMTP_URL */
export function explainProblem(error: unknown): string {
  const { code = '', originalCode = '', responseCode, response, message } = error as MailError;
  const below = `${originalCode} ${message}`;
  const certificate = CERTIFICATE[originalCode] ?? CERTIFICATE[code];
  if (certificate !== undefined) return sentence(certificate);
  const connection = CONNECTION[originalCode] ?? CONNECTION[code];
  if (connection !== undefined) return sentence(connection);
  if (code === 'EAUTH' || ABOUT_THE_LOGIN.has(responseCode))
    return sentence(
      `the mail server refuses the login. Check user and password in SMTP_URL${said(response)}`,
    );
  if (code === 'ETIMEDOUT')
    return sentence(
      'the mail server does not answer in time. Check host and port in SMTP_URL: 465 takes smtps://, 587 takes smtp://',
    );
  if (/wrong version number|packet length too long|EPROTO\b/i.test(below))
    return sentence(
      'the mail server speaks no TLS on that port. Check the port in SMTP_URL: 465 takes smtps://, 587 takes smtp://',
    );
  if (code === 'ETLS')
    return sentence(`the mail server does not encrypt the connection${said(response ?? message)}`);
  return sentence(
    response === undefined
      ? `the mail server cannot be used: ${message}`
      : `the mail server says: ${response}`,
  );
}

function said(response: string | undefined): string {
  return response === undefined ? '' : `. It says: ${response}`;
}

function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}${line.endsWith('.') ? '' : '.'}`;
}
