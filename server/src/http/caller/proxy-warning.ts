/** Tells the operator, once, when a proxy seems to be in front that TRUST_PROXY does not name. */
import { createMiddleware } from 'hono/factory';
import type { Observe } from '../../observe/observation.ts';
import type { HttpEnvironment } from '../http-environment.ts';

export function proxyWarning(trustProxy: boolean, observe: Observe) {
  let told = trustProxy;
  return createMiddleware<HttpEnvironment>((context, next) => {
    if (!told && context.req.header('x-forwarded-for') !== undefined) {
      told = true;
      observe({ kind: 'proxy-not-trusted', setting: 'TRUST_PROXY' });
    }
    return next();
  });
}
