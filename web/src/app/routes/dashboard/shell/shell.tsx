/**
 * The frame behind the gate: sidebar (a drawer on phones), breadcrumbs, and the screen, each failing on its
 * own.
 */
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { useSignOut } from '../../../../features/account/state/use-sign-out.ts';
import { PageDialogs } from '../../../../features/pages/components/page-dialogs.tsx';
import { useRefreshPages } from '../../../../features/pages/state/refresh-pages.ts';
import { useCurrentWorkspace } from '../../../../lib/current-workspace.ts';
import { focusScreen, useScreenFocus } from '../../../../lib/focus/screen.ts';
import { Button } from '../../../../ui/button.tsx';
import { HeaderSlot, HeaderSlotProvider } from '../../../../ui/layout/header-slot.tsx';
import { NotEncrypted } from '../../../../ui/not-encrypted.tsx';
import { Region } from '../../../../ui/states/region.tsx';
import { TooltipHost } from '../../../../ui/tooltip.tsx';
import { useLiveWorkspace } from '../../../live/use-live-workspace.ts';
import { WhoIsHere } from '../../../live/who-is-here.tsx';
import { StatusBar } from '../../../offline/status-bar.tsx';
import { Breadcrumbs } from './crumbs/breadcrumbs.tsx';
import { SearchHost } from './search/search-host.tsx';
import { ScreenSkeleton, ShellSkeleton } from './shell-skeleton.tsx';
import { ShortcutsHost } from './shortcuts-host.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SidebarDrawer } from './sidebar/sidebar-drawer.tsx';
import { TemplatesHost } from './templates/templates-host.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import { WorkspaceOfPage } from './workspace-of-page.tsx';

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <Region name="Your workspace" isScreen fallback={<ShellSkeleton />} wayOut={<SignOut />}>
      <HeaderSlotProvider>
        <WorkspaceShell>{children}</WorkspaceShell>
      </HeaderSlotProvider>
    </Region>
  );
}

/** Another person on this device may have access. */
function SignOut() {
  return <Button onClick={useSignOut()}>Sign Out</Button>;
}

function WorkspaceShell({ children }: { readonly children: ReactNode }) {
  const workspace = useCurrentWorkspace();
  const { pathname } = useLocation();
  // It closes when anything leads to another screen, a new page's dialog too.
  const [drawerAt, setDrawerAt] = useState<string>();
  const openDrawer = (isOpen: boolean) => setDrawerAt(isOpen ? pathname : undefined);
  useRefreshPages();
  useLiveWorkspace(workspace?.id);
  const { screen, takeOver } = useScreenFocus();
  useKeptScroll(screen);
  return (
    <PageDialogs organizationId={workspace?.id ?? ''}>
      <SearchHost organizationId={workspace?.id}>
        <ShortcutsHost>
          <SkipLink />
          {workspace && <WorkspaceOfPage openId={workspace.id} />}
          {workspace && <TemplatesHost workspace={workspace} />}
          <TooltipHost />
          <div className="flex h-dvh flex-col">
            <NotEncrypted />
            <StatusBar />
            <div className="flex min-h-0 flex-1">
              <Sidebar workspace={workspace} />
              <div className="relative flex min-w-0 flex-1 flex-col">
                <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
                  <SidebarDrawer
                    workspace={workspace}
                    isOpen={drawerAt === pathname}
                    onOpenChange={openDrawer}
                  />
                  <Breadcrumbs organizationId={workspace?.id} />
                  <HeaderSlot place="middle" />
                  {workspace && <WhoIsHere organizationId={workspace.id} />}
                  <HeaderSlot place="end" />
                </header>
                {/* A new screen starts at its top, unless one returns to it, and without an old failure. */}
                <main
                  key={pathname}
                  ref={takeOver}
                  id="main"
                  tabIndex={-1}
                  className="min-h-0 flex-1 overflow-y-auto outline-none"
                >
                  <Region name="This screen" isScreen fallback={<ScreenSkeleton />}>
                    {children}
                  </Region>
                </main>
              </div>
            </div>
          </div>
        </ShortcutsHost>
      </SearchHost>
    </PageDialogs>
  );
}

/** For the keyboard: past the sidebar, straight to the screen. */
function SkipLink() {
  return (
    <button
      type="button"
      onClick={focusScreen}
      className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-20 focus:rounded-md focus:bg-raised focus:p-2 focus:shadow-float"
    >
      Skip to content
    </button>
  );
}
