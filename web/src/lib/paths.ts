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
  dashboard: '/dashboard',
  pagePattern: '/dashboard/pages/:pageId',
  pageHistoryPattern: '/dashboard/pages/:pageId/history',
  trash: '/dashboard/trash',
  organizations: '/dashboard/organizations',
  settings: '/dashboard/settings',
  workspaceSettings: '/dashboard/settings/workspace',
  notionCallback: '/dashboard/settings/workspace/notion-callback',
  integrations: '/dashboard/integrations',
} as const;

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

/** What a redirect to the sign-in screen remembers (router state). */
export interface SignInOrigin {
  readonly from: string;
}

const BEHIND_THE_GATE = new RegExp(`^${paths.dashboard}([/?#]|$)`);

/** Where a person goes after signing in: where they came from, else the dashboard. Only paths of this app count. */
export function destinationAfterSignIn(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && BEHIND_THE_GATE.test(from) ? from : paths.dashboard;
}
