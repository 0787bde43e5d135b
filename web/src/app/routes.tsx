/** Which address shows which screen. Screens load when they are opened. */
import { type RouteObject, redirectDocument } from 'react-router';
import { COMPONENTS_PATH, DOCUMENTS, paths } from '../lib/paths.ts';
import { RouteFailure, ScreenFailure } from './route-failure.tsx';

const publicRoutes: RouteObject[] = DOCUMENTS.map((path) => ({
  path,
  loader: () => redirectDocument(path),
}));

const authRoutes: RouteObject[] = [
  { path: paths.login, lazy: () => import('./routes/auth/login.tsx') },
  { path: paths.signUp, lazy: () => import('./routes/auth/sign-up.tsx') },
  { path: paths.forgotPassword, lazy: () => import('./routes/auth/forgot-password.tsx') },
  { path: paths.resetPassword, lazy: () => import('./routes/auth/reset-password.tsx') },
  { path: paths.confirm, lazy: () => import('./routes/auth/confirm.tsx') },
  { path: paths.invite, lazy: () => import('./routes/auth/invite.tsx') },
];

const dashboardRoutes: RouteObject[] = [
  { path: paths.dashboard, lazy: () => import('./routes/dashboard/dashboard.tsx') },
  { path: paths.pagePattern, lazy: () => import('./routes/dashboard/page.tsx') },
  { path: paths.pageHistoryPattern, lazy: () => import('./routes/dashboard/page-history.tsx') },
  { path: paths.trash, lazy: () => import('./routes/dashboard/trash.tsx') },
  { path: paths.organizations, lazy: () => import('./routes/dashboard/organizations.tsx') },
  { path: paths.settings, lazy: () => import('./routes/dashboard/account-settings.tsx') },
  { path: paths.workspaceSettings, lazy: () => import('./routes/dashboard/workspace-settings.tsx') },
  { path: paths.notionCallback, lazy: () => import('./routes/dashboard/notion-callback.tsx') },
  { path: paths.filePattern, lazy: () => import('./routes/dashboard/file.tsx') },
  { path: paths.operator, lazy: () => import('./routes/dashboard/operator.tsx') },
  { path: paths.operatorPattern, lazy: () => import('./routes/dashboard/operator.tsx') },
  { path: paths.integrations, lazy: () => import('./routes/dashboard/integrations.tsx') },
];

/** Left out of production builds. */
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: COMPONENTS_PATH, lazy: () => import('./routes/dev/components.tsx') }]
  : [];

export const routes: RouteObject[] = [
  {
    // Nothing is drawn while the first screen's code is on its way.
    HydrateFallback: () => null,
    ErrorBoundary: RouteFailure,
    children: [
      ...publicRoutes,
      ...developmentRoutes,
      {
        lazy: () => import('./routes/auth/session-layout.tsx'),
        children: [
          ...authRoutes,
          {
            lazy: () => import('./routes/dashboard/dashboard-layout.tsx'),
            // A screen whose code is missing leaves the sidebar standing.
            children: [{ ErrorBoundary: ScreenFailure, children: dashboardRoutes }],
          },
        ],
      },
      { path: '*', loader: () => redirectDocument(paths.landing) },
    ],
  },
];
