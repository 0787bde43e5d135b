/** Every address of the app, once: links, redirects and the router all read this table. */

export const paths = {
  landing: '/',
  terms: '/terms',
  privacy: '/privacy',
  login: '/auth/login',
  signUp: '/auth/signup',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  confirm: '/auth/confirm',
  invite: '/invite',
  dashboard: '/dashboard',
  pagePattern: '/dashboard/pages/:pageId',
  pageHistoryPattern: '/dashboard/pages/:pageId/history',
  trash: '/dashboard/trash',
  organizations: '/dashboard/organizations',
  settings: '/dashboard/settings',
  workspaceSettings: '/dashboard/settings/workspace',
  notionCallback: '/dashboard/settings/workspace/notion-callback',
  integrations: '/dashboard/integrations',
  operator: '/dashboard/operator',
  operatorPattern: '/dashboard/operator/:section',
  filePattern: '/files/:fileId/:name',
} as const;

/** Made at build time: they need no app, and a browser that goes there leaves it. */
export const DOCUMENTS: readonly string[] = [paths.landing, paths.terms, paths.privacy];

/** The component gallery; not in the table, so that no build for people carries it. */
export const COMPONENTS_PATH = '/dev/components';

export function pagePath(pageId: string): string {
  return `/dashboard/pages/${encodeURIComponent(pageId)}`;
}

export function pageHistoryPath(pageId: string): string {
  return `${pagePath(pageId)}/history`;
}

/** A page as everyone sees it who has the link; a document of the server's, not a screen of the app. */
export function publicPagePath(pageId: string): string {
  return `/p/${encodeURIComponent(pageId)}`;
}

/** @returns the address with this site's origin, for mails, the clipboard and other services */
export function absoluteUrl(path: string): string {
  return `${window.location.origin}${path}`;
}

/** The address at which an invitation is accepted. Its secret follows the hash sign, so that no server gets to see it. */
export function invitePath(token: string): string {
  return `${paths.invite}#${token}`;
}

/** The target of a confirmation mail's link. @param next where the person goes then; the dashboard without one */
export function confirmPath(next: string): string {
  return next === paths.dashboard ? paths.confirm : `${paths.confirm}?${new URLSearchParams({ next })}`;
}

/** The router state of a redirect to the sign-in screens. */
export interface SignInOrigin {
  readonly from: string;
  /** Filled in for them. */
  readonly email?: string;
}

const OWN_PATHS = new RegExp(`^(${paths.dashboard}|${paths.invite}|/files)([/?#]|$)`);

/** The address after signing in: the one that the person came from, else the dashboard. Only paths of this app count. */
export function destinationAfterSignIn(state: unknown): string {
  const from = stateField(state, 'from');
  return from !== undefined && OWN_PATHS.test(from) ? from : paths.dashboard;
}

/** @returns the address that the sign-in screens begin with */
export function emailToSignInWith(state: unknown): string {
  return stateField(state, 'email') ?? '';
}

function stateField(state: unknown, name: keyof SignInOrigin): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const value = (state as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}
