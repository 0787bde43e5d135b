/**
 * Supabase Auth's wire protocol, mounted at /auth/v1. This file only registers: one file per operation beside
 * it.
 */
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { LARGEST_BODY_OF_ANYBODY_BYTES } from '../../http/bodies/request-bodies.ts';
import { proxyWarning } from '../../http/caller/proxy-warning.ts';
import { anybody } from '../../http/caller/sender.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import { ADMIN_ROUTES } from './admin/routes.ts';
import type { AuthServices, Methods, Operation, Routes } from './auth-services.ts';
import { DISABLED_ROUTES, OPEN_DISABLED_ROUTES } from './disabled/routes.ts';
import { AuthError } from './errors.ts';
import { health } from './health.ts';
import { IDENTITY_ROUTES } from './identities/routes.ts';
import { jwks } from './jwks.ts';
import { createGate } from './limits/gate.ts';
import { Refusals } from './limits/refusals.ts';
import { MAILING_LIMITS } from './links/commit-then-mail.ts';
import { LINK_PATH } from './links/kept-link.ts';
import { pressLink, showLink } from './links/link-page.ts';
import { logout } from './logout.ts';
import { fillOrder, type OrderWriters } from './mail-orders/fill-orders.ts';
import { MFA_ROUTES } from './mfa/routes.ts';
import { otp, writeSignIn } from './otp.ts';
import { createPasswords } from './passwords/passwords.ts';
import { authorize } from './provider/authorize.ts';
import { callback } from './provider/callback.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover, writeRecovery } from './recover.ts';
import { requireApiKey } from './request/require-api-key.ts';
import { resend, writeAddressChange, writeConfirmation } from './resend.ts';
import { renderError } from './respond/error-response.ts';
import { settings } from './settings.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { getUser, updateUser } from './user.ts';
import { verifyByLink, verifyByPost } from './verify.ts';

const ROUTES: Routes = {
  // Without an API key: monitors and token verifiers read these, and mails link to them.
  '/health': { GET: health },
  '/.well-known/jwks.json': { GET: jwks },
  '/verify': { GET: verifyByLink, POST: keyed(verifyByPost) },
  // Browsers are sent to these.
  [`${LINK_PATH}/:id`]: { GET: showLink, POST: pressLink },
  '/authorize': { GET: authorize },
  '/callback': { GET: callback, POST: callback },
  '/settings': { GET: keyed(settings) },
  '/signup': { POST: keyed(signup) },
  '/token': { POST: keyed(token) },
  '/user': { GET: keyed(getUser), PUT: keyed(updateUser) },
  '/logout': { POST: keyed(logout) },
  '/recover': { POST: keyed(recover) },
  '/resend': { POST: keyed(resend) },
  '/otp': { POST: keyed(otp) },
  '/reauthenticate': { GET: keyed(reauthenticate) },
  ...OPEN_DISABLED_ROUTES,
  ...allKeyed({ ...ADMIN_ROUTES, ...MFA_ROUTES, ...IDENTITY_ROUTES, ...DISABLED_ROUTES }),
};

const ORDER_WRITERS: OrderWriters = {
  recovery: writeRecovery,
  sign_in: writeSignIn,
  signup: writeConfirmation,
  email_change: writeAddressChange,
};

export function createAuthServices(services: Services, oidc: AuthServices['oidc']): AuthServices {
  const auth: AuthServices = {
    ...services,
    oidc,
    passwords: createPasswords(services.config.auth.passwordCost),
    refusals: new Refusals(),
    mailing: createGate(MAILING_LIMITS),
    fillMailOrder: (id) => fillOrder(auth, ORDER_WRITERS, id),
  };
  return auth;
}

export function createAuthProtocol(auth: AuthServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.onError((error, context) => renderError(error, context, auth.observe));
  app.use(
    // Tokens travel in headers, never in cookies, so any origin may call and any header may come.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'Retry-After'],
      maxAge: 3600,
    }),
  );
  app.use(proxyWarning(auth.config.trustProxy, auth.observe));
  app.use(async (context, next) => {
    // Signed-in people have the same limit: it is far above what an account may hold.
    const sender = anybody(context, auth.config.trustProxy);
    const read = () => auth.bodies.read(context, sender, LARGEST_BODY_OF_ANYBODY_BYTES);
    // It comes once, and an operation may ask for it again.
    let body: ReturnType<typeof read> | undefined;
    context.set('body', async () => {
      body ??= read();
      return (await body).toString('utf8');
    });
    // Answers hold tokens (RFC 6749 section 5.1).
    context.header('cache-control', 'no-store');
    await next();
  });
  for (const [path, methods] of Object.entries(ROUTES)) register(app, path, methods, auth);
  app.all('*', () => {
    throw new AuthError('not_found', 'There is nothing at this address');
  });
  return app;
}

function register(app: Hono<HttpEnvironment>, path: string, methods: Methods, auth: AuthServices): void {
  const refuse = (context: Context<HttpEnvironment>): never => {
    context.header('allow', Object.keys(methods).join(', '));
    throw new AuthError('method_not_allowed', 'Method not allowed');
  };
  for (const [method, operation] of Object.entries(methods)) {
    // The router takes HEAD for GET, but what looks ahead at links must not use those up that a program asked for.
    app.on(method, path, (context) =>
      context.req.method === 'HEAD' ? refuse(context) : operation(context, auth),
    );
  }
  app.all(path, refuse);
}

/** The operation, for callers with an API key. */
function keyed(operation: Operation): Operation {
  return async (context, auth) => {
    await requireApiKey(context.req.raw, auth.resolveCaller);
    return operation(context, auth);
  };
}

function allKeyed(routes: Routes): Routes {
  const keyedMethods = (methods: Methods) =>
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, keyed(operation)]));
  return Object.fromEntries(Object.entries(routes).map(([path, methods]) => [path, keyedMethods(methods)]));
}
