/**
 * Sends mails through the operator's SMTP server. The start checks address, certificate and login, and runs
 * whatever comes of it: the log (`mail-server-away`) and `/health/ready` say what is wrong.
 */
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { ConfigError } from '../../config/environment.ts';
import { compose } from './compose.ts';
import { type MailSettings, SEND_LIMIT_MS, type Transport } from './transport.ts';

// More than are ever sent at once: no mail waits for a connection while its time runs.
const CONNECTIONS = 16;

/** @throws {ConfigError} when the file of the authority cannot be read */
export function createSmtp(url: string, { from, smtpCa }: Pick<MailSettings, 'from' | 'smtpCa'>): Transport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Once, for a connection that the server has closed meanwhile. Everything else is up to the queue.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(smtpCa !== undefined && { tls: { ca: [...getCACertificates(), readCertificate(smtpCa)] } }),
  });
  return {
    send: async (envelope) => {
      await transport.sendMail({ ...compose(from, envelope), signal: AbortSignal.timeout(SEND_LIMIT_MS) });
    },
    check: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`SMTP_CA cannot be read: ${(error as Error).message}.`]);
  }
}
