/** The text for the person who starts the server, beside the log. */
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { hostAndPort } from '../database/database-address.ts';
import { unreachable } from '../database/engines/postgres/unreachable.ts';
import { isSecureContext } from '../http/secure-context.ts';
import type { Observe } from '../observe/observation.ts';

const NOT_ENCRYPTED = 'Passwords and pages can be read on the way: SITE_URL has no https (docs/deploy.md).';

/** @param outboxUrl where mails are shown, if they are */
export function banner(config: Config, outboxUrl: string | undefined): string {
  const { database, mail, dataDir } = config;
  const lines = [
    `Trellis is running at ${config.siteUrl}`,
    ...(isSecureContext(new URL(config.siteUrl)) ? [] : [NOT_ENCRYPTED]),
    `Data: ${database.kind === 'postgres' ? `Postgres at ${hostAndPort(database.url)}` : dataDir}`,
    ...(mail.smtpUrl === undefined ? [`Mails: ${outboxUrl ?? path.join(dataDir, 'outbox')}`] : []),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

/** Reports to the log as before, and says what keeps a person waiting at the start, or is missing on the machine. */
export function announceStart(config: Config, observe: Observe, write: (text: string) => void): Observe {
  return (observation) => {
    observe(observation);
    if (observation.kind === 'database-awaited' && config.database.kind === 'postgres')
      write(
        `Waiting for the database at ${hostAndPort(config.database.url)}: ${unreachable(observation.error)} …\n`,
      );
    if (observation.kind === 'images-not-rendered')
      write(
        `Pictures are only served as they were uploaded: sharp has no build for ${observation.platform} (docs/storage.md).\n`,
      );
  };
}
