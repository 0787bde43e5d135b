/** The transport that the operator's settings ask for. */
import { createOutbox } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import type { MailSettings, Transport } from './transport.ts';

/** @throws {import('../../config/environment.ts').ConfigError} */
export function createMailTransport(settings: MailSettings): Transport {
  const { smtpUrl } = settings;
  return smtpUrl === undefined ? createOutbox(settings) : createSmtp(smtpUrl, settings);
}
