/**
 * Opens the search from anywhere in the shell, by its button or Ctrl+K (Command+K on Macs). Its code comes with the
 * first search.
 */
import { LayoutDashboard, Plus, Settings, SunMoon, Trash2 } from 'lucide-react';
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { useMatch } from 'react-router';
import { useKnownPageForest } from '../../features/pages/api/use-page-forest.ts';
import { useOpenPageDialog } from '../../features/pages/state/page-dialogs.ts';
import { rememberOpened } from '../../lib/opened-pages.ts';
import { paths } from '../../lib/paths.ts';
import { useSignedIn } from '../../lib/session/signed-in.ts';
import { Region } from '../../ui/states/region.tsx';
import { setTheme } from '../../ui/theme/theme.ts';

const loadPalette = () => import('../../features/search/components/search-palette.tsx');
const SearchPalette = lazy(() => loadPalette().then((module) => ({ default: module.SearchPalette })));

const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return use(OpenSearchContext);
}

/** Whoever comes near the button is about to search. */
export function preloadSearch(): void {
  loadPalette().catch(() => {
    // Opening it asks again, and says so when it fails.
  });
}

interface SearchHostProps {
  readonly organizationId: string | undefined;
  readonly children: ReactNode;
}

export function SearchHost({ organizationId, children }: SearchHostProps) {
  const [isOpen, setOpen] = useState(false);
  // Each opening begins with an empty field; the last one stays, so that it can be seen closing.
  const [openings, setOpenings] = useState(0);
  const open = () => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  useRememberedPages();
  useSearchKey(() => (isOpen ? setOpen(false) : open()));
  return (
    <OpenSearchContext value={open}>
      {children}
      {openings > 0 && organizationId !== undefined && (
        <Region name="Search" fallback={null}>
          <Suspense fallback={null}>
            <Palette
              key={openings}
              organizationId={organizationId}
              isOpen={isOpen}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </Region>
      )}
    </OpenSearchContext>
  );
}

interface PaletteProps {
  readonly organizationId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Palette({ organizationId, isOpen, onClose }: PaletteProps) {
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
    <SearchPalette
      organizationId={organizationId}
      pages={pages}
      actions={actions}
      open={isOpen}
      onClose={onClose}
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
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // What is typed in may have taken the keys for itself.
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k') return;
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
