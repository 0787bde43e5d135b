/**
 * Opens the search from anywhere in the shell, by its button or Ctrl+K (Command+K on Macs). Its code comes when the
 * browser has nothing else to do, or with the first search; text typed meanwhile is kept for it.
 */
import { LayoutDashboard, LayoutTemplate, Plus, Settings, SunMoon, Trash2 } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useMatch } from 'react-router';
import { useKnownPageForest } from '../../../../../features/pages/api/use-page-forest.ts';
import { useOpenPageDialog } from '../../../../../features/pages/state/page-dialogs.ts';
import { openGallery } from '../../../../../features/templates/open-gallery.ts';
import { whenIdle } from '../../../../../lib/browser/time/when-idle.ts';
import { isInPopup, letsSearch, useWindowKeys } from '../../../../../lib/browser/window-keys.ts';
import { type Opener, rememberOpener } from '../../../../../lib/focus/palettes.ts';
import { rememberOpened } from '../../../../../lib/page/recent-page-ids.ts';
import { paths } from '../../../../../lib/paths.ts';
import { useSignedIn } from '../../../../../lib/session/signed-in.ts';
import { Region } from '../../../../../ui/states/region.tsx';
import { setTheme } from '../../../../../ui/theme/theme.ts';
import { SearchWaiting } from './search-waiting.tsx';

const loadPalette = () => import('../../../../../features/search/components/search-palette.tsx');
type SearchPalette = Awaited<ReturnType<typeof loadPalette>>['SearchPalette'];

const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return use(OpenSearchContext);
}

/** Called when the search button is hovered or focused. */
export function preloadSearch(): void {
  loadPalette().catch(ignore);
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
          <Palette
            Search={palette.Search}
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
  const [Search, setSearch] = useState<SearchPalette>();
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    loadPalette().then(
      (module) => setSearch(() => module.SearchPalette),
      () => setFailed(true),
    );
  };
  useEffect(() => {
    return whenIdle(() => void loadPalette().then((module) => setSearch(() => module.SearchPalette), ignore));
  }, []);
  return { Search, hasFailed, load };
}

interface PaletteProps {
  readonly Search: SearchPalette;
  readonly organizationId: string;
  readonly typedEarly: string;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

function Palette({ Search, organizationId, typedEarly, onClose, onLeave }: PaletteProps) {
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
    { name: 'New page from a template', icon: LayoutTemplate, run: () => openGallery({}) },
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
      pages={pages}
      actions={actions}
      onClose={onClose}
      onLeave={onLeave}
    />
  );
}

/** Between light and dark. */
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

function useSearchKey(isOpen: boolean, press: () => void): void {
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    // An open dialog is answered or left first.
    if (isOpen || !isInPopup(event.target) || letsSearch(event.target)) press();
  });
}
