/**
 * The operator's page over HTTP, at /operator/v1, for the accounts that OPERATORS names, and for `trellis user` with the
 * secret key. For everybody else there is nothing here. This file only registers: one file per operation beside it.
 */
import { Hono } from 'hono';
import { LARGEST_BODY_OF_ANYBODY_BYTES } from '../../http/bodies/request-bodies.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { notFound } from '../../http/not-found.ts';
import { AuthError } from '../auth/errors.ts';
import { listActs } from './acts/list-acts.ts';
import { OperatorError } from './errors.ts';
import { findOperator } from './find-operator.ts';
import type { Operation, OperatorServices } from './operator-services.ts';
import { handOutArchive, permitArchive } from './overview/archive.ts';
import { makeBackup } from './overview/backup.ts';
import { dropQueuedMails, listQueuedMails, retryQueuedMails, sendTestMail } from './overview/mails.ts';
import { readOverview } from './overview/overview.ts';
import { retryQueue } from './overview/queues.ts';
import { listStatements } from './overview/statements.ts';
import { deletePerson, previewDeletion } from './people/delete.ts';
import { invite } from './people/invite.ts';
import { listPeople } from './people/list-people.ts';
import { restore, signOut, suspend } from './people/suspend.ts';
import { changeSetting, listSettings } from './settings/settings.ts';
import { closeWorkspace, deleteWorkspace, openWorkspace } from './workspaces/act-on-workspace.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const ROUTES: Readonly<Record<string, Partial<Record<Method, Operation>>>> = {
  '/': { GET: readOverview },
  '/statements': { GET: listStatements },
  '/queues/:queue/retry': { POST: retryQueue },
  '/backup': { POST: makeBackup },
  '/backup/:id/archive': { POST: permitArchive },
  '/mails': { GET: listQueuedMails, DELETE: dropQueuedMails },
  '/mails/retry': { POST: retryQueuedMails },
  '/mails/test': { POST: sendTestMail },
  '/people': { GET: listPeople, POST: invite },
  '/people/:id': { DELETE: deletePerson },
  '/people/:id/deletion': { GET: previewDeletion },
  '/people/:id/suspend': { POST: suspend },
  '/people/:id/restore': { POST: restore },
  '/people/:id/sign-out': { POST: signOut },
  '/workspaces': { GET: listWorkspaces },
  '/workspaces/:id': { DELETE: deleteWorkspace },
  '/workspaces/:id/close': { POST: closeWorkspace },
  '/workspaces/:id/open': { POST: openWorkspace },
  '/settings': { GET: listSettings },
  '/settings/:variable': { PUT: changeSetting },
  '/acts': { GET: listActs },
};

export function createOperatorProtocol(services: OperatorServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.onError((error, context) => {
    if (error instanceof OperatorError || error instanceof AuthError)
      return context.json({ code: error.code, message: error.message }, error.status);
    services.observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
    return context.json({ code: 'failed', message: 'Something went wrong on the server.' }, 500);
  });
  for (const [path, methods] of Object.entries(ROUTES))
    for (const [method, operation] of Object.entries(methods))
      app.on(method, path, async (context) => {
        context.header('cache-control', 'no-store');
        const by = await findOperator(context, services);
        if (!by) return notFound(context);
        const sender = { name: by.id ?? by.name, isAnybody: false };
        context.set('body', async () =>
          (await services.bodies.read(context, sender, LARGEST_BODY_OF_ANYBODY_BYTES)).toString('utf8'),
        );
        return operation(context, services, by);
      });
  // The one that a browser asks by itself, without a token.
  app.get('/archive', (context) => handOutArchive(context, services));
  app.all('*', notFound);
  return app;
}
