/** The services that the composition root (server.ts) hands to every protocol. Protocols share nothing else. */
import type { Config } from './config/config.ts';
import type { RunTimeSettings } from './config/run-time-settings.ts';
import type { Database } from './database/database.ts';
import type { Encryption } from './encryption/encryption.ts';
import type { Background } from './http/background.ts';
import type { RequestBodies } from './http/bodies/request-bodies.ts';
import type { UnsentAnswers } from './http/bodies/unsent-answers.ts';
import type { AccessTokens } from './http/caller/access-token.ts';
import type { ResolveCaller } from './http/caller/caller.ts';
import type { LiveSessions } from './http/caller/live-sessions.ts';
import type { MailQueue } from './mail/queue/mail-queue.ts';
import type { Observe } from './observe/observation.ts';

export interface Services {
  readonly config: Config;
  readonly runTime: Pick<RunTimeSettings, 'values' | 'list' | 'change' | 'reread'>;
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly resolveCaller: ResolveCaller;
  readonly liveSessions: LiveSessions;
  readonly encryption: Encryption;
  readonly mails: Pick<MailQueue, 'put' | 'withdraw' | 'deliver'>;
  readonly background: Background;
  readonly bodies: RequestBodies;
  readonly unsent: UnsentAnswers;
  /** How much a statement may write for one answer. */
  readonly mostWrittenBytes: number;
  readonly observe: Observe;
}
