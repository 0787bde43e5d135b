/**
 * Opens the search from anywhere in the shell, by its button or Ctrl+K (Command+K on Macs). Its code comes when the
 * browser has nothing else to do, or with the first search; what is typed meanwhile is kept for it.
 */
import { LayoutDashboard, Plus, Settings, SunMoon, Trash2 } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useMatch } from 'react-router';
import { useKnownPageForest } from '../../features/pages/api/use-page-forest.ts';
import { useOpenPageDialog } from '../../features/pages/state/page-dialogs.ts';
import { useWindowKeys } from '../../lib/browser/window-keys.ts';
import { rememberOpened } from '../../lib/opened-pages.ts';
import { paths } from '../../lib/paths.ts';
import { useSignedIn } from '../../lib/session/signed-in.ts';
import { Region } from '../../ui/states/region.tsx';
import { setTheme } from '../../ui/theme/theme.ts';
import { SearchWaiting } from './search-waiting.tsx';

const loadPalette = () => import('../../features/search/components/search-palette.tsx');
type SearchPalette = Awaited<ReturnType<typeof loadPalette>>['SearchPalette'];

const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return use(OpenSearchContext);
}

/** Whoever comes near the button is about to search. */
export function preloadSearch(): void {
  loadPalette().catch(ignore);
}

/** Opening it says so. */
function ignore(): void {}

interface SearchHostProps {
  readonly organizationId: string | undefined;
  readonly children: ReactNode;
}

export function SearchHost({ organizationId, children }: SearchHostProps) {
  const [isOpen, setOpen] = useState(false);
  // The palette stays until it has been seen closing; opened again before that, it is the same one.
  const [isShown, setShown] = useState(false);
  const [typedEarly, setTypedEarly] = useState('');
  const [openedFrom, setOpenedFrom] = useState<Element | null>(null);
  const palette = useLoadedPalette();
  const open = () => {
    if (!palette.Search) palette.load();
    if (!isShown) setOpenedFrom(document.activeElement);
    setTypedEarly('');
    setShown(true);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    // The palette leads back by itself.
    if (palette.Search) return;
    setShown(false);
    if (openedFrom instanceof HTMLElement) openedFrom.focus();
  };
  useRememberedPages();
  useSearchKey(() => (isOpen ? close() : open()));
  return (
    <OpenSearchContext value={open}>
      {children}
      {isShown && organizationId !== undefined && palette.Search && (
        <Region name="Search" fallback={null}>
          <Palette
            Search={palette.Search}
            organizationId={organizationId}
            typedEarly={typedEarly}
            openedFrom={openedFrom}
            isOpen={isOpen}
            onClose={close}
            onClosed={() => setShown(false)}
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
  const [Search, setSearch] = useState<SearchPalette>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    loadPalette().then(
      (module) => setSearch(() => module.SearchPalette),
      () => setFailed(true),
    );
  };
  useEffect(() => {
    const preload = () => void loadPalette().then((module) => setSearch(() => module.SearchPalette), ignore);
    // Safari does not say when it is idle.
    if (!('requestIdleCallback' in window)) return clearTimeout.bind(undefined, setTimeout(preload, 2000));
    const waiting = requestIdleCallback(preload);
    return () => cancelIdleCallback(waiting);
  }, []);
  return { Search, hasFailed, load };
}

interface PaletteProps {
  readonly Search: SearchPalette;
  readonly organizationId: string;
  readonly typedEarly: string;
  readonly openedFrom: Element | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

function Palette({
  Search,
  organizationId,
  typedEarly,
  openedFrom,
  isOpen,
  onClose,
  onClosed,
}: PaletteProps) {
  const forest = useKnownPageForest(organizationId);
  const openDialog = useOpenPageDialog();
  const pages = useMemo(
    () => ({
      all: [...(forest?.pages.values() ?? [])],
      find: (id: string) => forest?.pages.get(id),
      pathOf: (id: string) => forest?.ancestorsOf(id).map(({ name }) => name) ?? [],
    }),
    [forest],
  );
  const actions = [
    { name: 'New page', icon: Plus, run: () => openDialog({ kind: 'create', parentId: null }) },
    { name: 'Dashboard', icon: LayoutDashboard, to: paths.dashboard },
    { name: 'Trash', icon: Trash2, to: paths.trash },
    { name: 'Settings', icon: Settings, to: paths.settings },
    { name: 'Workspace settings', icon: Settings, to: paths.workspaceSettings },
    { name: 'Switch theme', icon: SunMoon, run: switchTheme },
  ];
  return (
    <Search
      organizationId={organizationId}
      typedEarly={typedEarly}
      openedFrom={openedFrom}
      pages={pages}
      actions={actions}
      open={isOpen}
      onClose={onClose}
      onClosed={onClosed}
    />
  );
}

/** To the one that is not seen now. */
function switchTheme(): void {
  const { theme } = document.documentElement.dataset;
  const isDark =
    theme === 'dark' || (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  setTheme(isDark ? 'light' : 'dark');
}

function useRememberedPages(): void {
  const { user } = useSignedIn();
  const pageId = useMatch(paths.pagePattern)?.params.pageId;
  useEffect(() => {
    if (pageId !== undefined) rememberOpened(user.id, pageId);
  }, [user.id, pageId]);
}

function useSearchKey(press: () => void): void {
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    press();
  });
}
