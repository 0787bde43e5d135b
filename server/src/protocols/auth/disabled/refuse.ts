/** An operation of a feature that is not here: it answers with the code that says so, whatever it was asked. */
import type { Methods, Operation } from '../auth-services.ts';
import { AuthError, type AuthErrorCode } from '../errors.ts';

export function refuse(code: AuthErrorCode, message: string): Operation {
  return async () => {
    throw new AuthError(code, message);
  };
}

export function everyMethod(operation: Operation): Methods {
  return { GET: operation, POST: operation, PUT: operation, PATCH: operation, DELETE: operation };
}
