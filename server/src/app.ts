/**
 * Which protocol hangs where, and the few answers that belong to none. An unexpected error is answered with 500 and
 * a general sentence; the log has the cause as `request-failed`.
 */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createBackupProtocol } from './backup/backup-protocol.ts';
import type { Backups } from './backup/backups.ts';
import { createHealth } from './http/health.ts';
import type { HttpEnvironment } from './http/http-environment.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createWebApp, type PublicConfig } from './http/web-app/web-app.ts';
import { createMailProtocol } from './mail/mail-protocol.ts';
import { createOutboxViewer } from './mail/outbox-viewer.ts';
import type { Tracing } from './observe/tracing/tracing.ts';
import { Accounts } from './protocols/auth/accounts/accounts.ts';
import { createAuthProtocol } from './protocols/auth/auth-protocol.ts';
import type { AuthServices } from './protocols/auth/auth-services.ts';
import type { FunctionsHost } from './protocols/functions/functions-host.ts';
import { createFunctionsProtocol, functionAt } from './protocols/functions/functions-protocol.ts';
import { createOperatorProtocol } from './protocols/operator/operator-protocol.ts';
import { createRestProtocol } from './protocols/rest/rest-protocol.ts';
import type { Services } from './services.ts';

// A function answers here, not the web app: a page shared by its link can be read without a script.
const PUBLIC_PAGES = '/p';

export interface AppSettings {
  readonly auth: AuthServices;
  readonly functions: FunctionsHost;
  /** Calls the functions that run by the clock. */
  readonly callScheduled: () => void;
  readonly realtime: Hono<HttpEnvironment>;
  readonly storage: Hono<HttpEnvironment>;
  readonly backups: Backups;
  readonly publicConfig: PublicConfig;
  readonly webDirectory: string;
  /** Sentences for the operator of a server that is ready all the same. */
  readonly warnings: () => readonly string[];
  readonly tracing: Tracing;
  /** Sends a mail past the queue. @throws {Error} with the mail server's answer */
  readonly sendTestMail: (to: string) => Promise<void>;
  /** Undefined where nobody may read numbers at the server's own address. */
  readonly metrics: Hono<HttpEnvironment> | undefined;
  /** The folder of unsent mails, and the key to read them by; undefined when mails are really sent. */
  readonly outbox: { readonly directory: string; readonly key: string } | undefined;
}

export function createApp(services: Services, settings: AppSettings): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(requestLog(services.config.trustProxy, services.observe, settings.tracing));
  app.use(securityHeaders(services.config.siteUrl, services.config.hstsSubdomains));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    services.observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
    return context.json({ message: 'Something went wrong on the server.' }, 500);
  });

  app.route('/auth/v1', createAuthProtocol(settings.auth));
  app.route(
    '/operator/v1',
    createOperatorProtocol({ ...services, ...settings, accounts: new Accounts(settings.auth) }),
  );
  app.route('/rest/v1', createRestProtocol(services));
  app.route('/mail/v1', createMailProtocol(services));
  app.route('/backup/v1', createBackupProtocol(services, settings.backups));
  const functions = { ...services, functions: settings.functions, trustProxy: services.config.trustProxy };
  app.route('/functions/v1', createFunctionsProtocol(functions));
  app.get(`${PUBLIC_PAGES}/*`, functionAt(functions, 'public-page', PUBLIC_PAGES));
  app.route('/realtime/v1', settings.realtime);
  app.route('/storage/v1', settings.storage);
  app.route('/health', createHealth(services.database, settings.warnings));
  if (settings.metrics) app.route('/', settings.metrics);
  app.get('/config.json', (context) => {
    context.header('cache-control', 'no-cache');
    return context.json(settings.publicConfig);
  });
  const { outbox } = settings;
  if (outbox) app.route('/dev/mail', createOutboxViewer(outbox.directory, outbox.key, settings.webDirectory));
  app.route(
    '/',
    createWebApp({
      directory: settings.webDirectory,
      publicConfig: settings.publicConfig,
      siteUrl: services.config.siteUrl,
    }),
  );
  return app;
}
