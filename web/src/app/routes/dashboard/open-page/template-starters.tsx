/** The templates that an open page can begin with, for its editor. */
import type { PageStarters, PageToFill } from '../../../../features/editor/page-starters.ts';
import { openGallery } from '../../../../features/templates/open-gallery.ts';
import { useLoadedWhenIdle } from '../../../../lib/browser/time/loaded-when-idle.ts';
import { useCurrentWorkspace } from '../../../../lib/current-workspace.ts';

// Only an empty page has it.
const loadRow = async () => {
  const [{ StartRow }, { BUILT_IN_TEMPLATES }] = await Promise.all([
    import('../../../../features/templates/components/start-row.tsx'),
    import('../../../../features/templates/built-in/built-in-templates.ts'),
  ]);
  return { StartRow, builtIn: BUILT_IN_TEMPLATES };
};

export const pageStarters: PageStarters = {
  choose: (page) => openGallery({ page }),
  row: (page) => <Row page={page} />,
};

function Row({ page }: { readonly page: PageToFill }) {
  const workspace = useCurrentWorkspace();
  const row = useLoadedWhenIdle(loadRow, false);
  return workspace && row && <row.StartRow organizationId={workspace.id} page={page} builtIn={row.builtIn} />;
}
