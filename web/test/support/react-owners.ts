/**
 * In development React takes the stack of each element's making, for the warnings that name it. Here that is a sixth of
 * the browser's work, and nobody reads it: React's own limit, ten thousand stacks a second, is reached from the start.
 */
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

export function takeNoOwnerStacks(): void {
  // A React without this name or this limit takes the stacks, and the tests take longer.
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}
