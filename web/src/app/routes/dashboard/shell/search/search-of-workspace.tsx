/** The search among a workspace's pages (Ctrl+K), and the list of actions that it offers. */
import { LayoutDashboard, LayoutTemplate, Plus, Settings, SunMoon, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useKnownPageForest } from '../../../../../features/pages/api/use-page-forest.ts';
import { useOpenPageDialog } from '../../../../../features/pages/state/page-dialogs.ts';
import { SearchPalette } from '../../../../../features/search/components/search-palette.tsx';
import { openGallery } from '../../../../../features/templates/open-gallery.ts';
import { paths } from '../../../../../lib/paths.ts';
import { setTheme } from '../../../../../ui/theme/theme.ts';

interface SearchOfWorkspaceProps {
  readonly organizationId: string;
  readonly typedEarly: string;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

export function SearchOfWorkspace({ organizationId, typedEarly, onClose, onLeave }: SearchOfWorkspaceProps) {
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
    <SearchPalette
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
