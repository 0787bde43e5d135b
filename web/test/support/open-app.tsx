/** The app as a browser opens it, at an address, with a server that answers what the test says. */
import '@fontsource-variable/inter/wght.css';
import '../../src/ui/theme/tokens.css';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

interface Opened {
  readonly root: Root;
  readonly element: HTMLElement;
  readonly router: ReturnType<typeof createBrowserRouter>;
}

let opened: Opened | undefined;

const clients = new Set<QueryClient>();
const { mount } = QueryClient.prototype;
QueryClient.prototype.mount = function noted() {
  clients.add(this);
  mount.call(this);
};

/** Opens the app anew, as a reload does: of the page before, only what the browser keeps is left. */
export async function openApp(address: string): Promise<void> {
  closeApp();
  history.replaceState(null, '', address);
  // Not before there is an address, a session and answers: modules look at all of them when they are loaded.
  const { routes } = await import('../../src/app/routes.tsx');
  const { noteUserAtStart } = await import('../../src/features/auth/state/session/stored-session.ts');
  noteUserAtStart();
  const element = document.body.appendChild(document.createElement('div'));
  element.id = 'root';
  const router = createBrowserRouter(routes);
  const root = createRoot(element);
  opened = { root, element, router };
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** As on a first visit: without kept answers. */
export async function openAnew(address: string): Promise<void> {
  closeApp();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  await openApp(address);
}

export function closeApp(): void {
  if (!opened) return;
  const { root, element, router } = opened;
  opened = undefined;
  root.unmount();
  router.dispose();
  // A question that got no answer would be asked again seconds later, of the next test.
  for (const client of clients) void client.cancelQueries();
  clients.clear();
  element.remove();
}

/** As one who follows a link of the app itself. */
export const goTo = (address: string) => opened?.router.navigate(address);
