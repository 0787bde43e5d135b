/**
 * Opens the search from anywhere in the shell, by its button or Ctrl+K (Command+K on Macs). Its code comes when the
 * browser has nothing else to do, or with the first search; text typed meanwhile is kept for it.
 */
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useMatch } from 'react-router';
import { whenIdle } from '../../../../../lib/browser/time/when-idle.ts';
import { isInPopup, letsSearch, useWindowKeys } from '../../../../../lib/browser/window-keys.ts';
import { type Opener, rememberOpener } from '../../../../../lib/focus/palettes.ts';
import { rememberOpened } from '../../../../../lib/page/recent-page-ids.ts';
import { paths } from '../../../../../lib/paths.ts';
import { useSignedIn } from '../../../../../lib/session/signed-in.ts';
import { Region } from '../../../../../ui/states/region.tsx';
import { SearchWaiting } from './search-waiting.tsx';

const loadSearch = () => import('./search-of-workspace.tsx');
type SearchOfWorkspace = Awaited<ReturnType<typeof loadSearch>>['SearchOfWorkspace'];

const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return use(OpenSearchContext);
}

/** Called when the search button is hovered or focused. */
export function preloadSearch(): void {
  loadSearch().catch(ignore);
}

/** Opening reports it. */
function ignore(): void {}

interface SearchHostProps {
  readonly organizationId: string | undefined;
  readonly children: ReactNode;
}

export function SearchHost({ organizationId, children }: SearchHostProps) {
  const [isOpen, setOpen] = useState(false);
  const [typedEarly, setTypedEarly] = useState('');
  const [opener, setOpener] = useState<Opener>();
  const palette = useLoadedPalette();
  const open = () => {
    if (!palette.Search) palette.load();
    setOpener(rememberOpener());
    setTypedEarly('');
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener?.giveBack();
  };
  const leave = () => {
    setOpen(false);
    opener?.leave();
  };
  useRememberedPages();
  useSearchKey(isOpen, () => (isOpen ? close() : open()));
  return (
    <OpenSearchContext value={open}>
      {children}
      {isOpen && organizationId !== undefined && palette.Search && (
        <Region name="Search" fallback={null}>
          <palette.Search
            organizationId={organizationId}
            typedEarly={typedEarly}
            onClose={close}
            onLeave={leave}
          />
        </Region>
      )}
      {isOpen && organizationId !== undefined && !palette.Search && (
        <SearchWaiting
          value={typedEarly}
          onValueChange={setTypedEarly}
          onClose={close}
          hasFailed={palette.hasFailed}
        />
      )}
    </OpenSearchContext>
  );
}

function useLoadedPalette() {
  const [Search, setSearch] = useState<SearchOfWorkspace>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    loadSearch().then(
      (module) => setSearch(() => module.SearchOfWorkspace),
      () => setFailed(true),
    );
  };
  useEffect(() => {
    return whenIdle(
      () => void loadSearch().then((module) => setSearch(() => module.SearchOfWorkspace), ignore),
    );
  }, []);
  return { Search, hasFailed, load };
}

function useRememberedPages(): void {
  const { user } = useSignedIn();
  const pageId = useMatch(paths.pagePattern)?.params.pageId;
  useEffect(() => {
    if (pageId !== undefined) rememberOpened(user.id, pageId);
  }, [user.id, pageId]);
}

function useSearchKey(isOpen: boolean, press: () => void): void {
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    // An open dialog is answered or left first.
    if (isOpen || !isInPopup(event.target) || letsSearch(event.target)) press();
  });
}
