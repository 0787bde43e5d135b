/** The part of the server that a request is for, as a label of few values. */

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const CLASSES: readonly (readonly [start: string, route: string])[] = [
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'rest'],
  ['/storage/v1/', 'storage'],
  ['/realtime/v1/', 'realtime'],
  ['/functions/v1/', 'functions'],
  ['/backup/v1/', 'backup'],
  ['/p/', 'public-page'],
  ['/assets/', 'assets'],
  ['/health', 'health'],
];

export function routeClass(
  method: string,
  path: string,
): { readonly route: string; readonly method: string } {
  return {
    route: CLASSES.find(([start]) => path.startsWith(start))?.[1] ?? 'app',
    method: METHODS.has(method) ? method : 'other',
  };
}
