/** Shows the gallery of templates over the shell, whoever opened it. */
import { useGalleryUse } from '../../../../../features/templates/open-gallery.ts';
import { useLoadedWhenIdle } from '../../../../../lib/browser/time/loaded-when-idle.ts';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { Region } from '../../../../../ui/states/region.tsx';

const loadDialog = () => import('./templates-dialog.tsx');

export function TemplatesHost({ workspace }: { readonly workspace: CurrentWorkspace }) {
  return (
    <Region name="The templates" fallback={null}>
      <Host workspace={workspace} />
    </Region>
  );
}

function Host({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const isWanted = useGalleryUse() !== undefined;
  const TemplatesDialog = useLoadedWhenIdle(loadDialog, isWanted)?.TemplatesDialog;
  return TemplatesDialog && <TemplatesDialog workspace={workspace} />;
}
