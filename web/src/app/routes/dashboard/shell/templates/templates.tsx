/** The gallery, and what it makes of a template: the text of the open page, or a new page. */
import { useNavigate } from 'react-router';
import { useCreatePage } from '../../../../../features/pages/api/create-page.ts';
import { useLatestPageForest } from '../../../../../features/pages/api/use-page-forest.ts';
import { orderIndexAtEnd } from '../../../../../features/pages/tree/order-index.ts';
import { TemplateGallery } from '../../../../../features/templates/components/template-gallery.tsx';
import type { GalleryUse } from '../../../../../features/templates/open-gallery.ts';
import type { BuiltInTemplate, StartedPage } from '../../../../../features/templates/state/template.ts';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { focusIsBack } from '../../../../../lib/focus/focus-is-back.ts';
import { pagePath } from '../../../../../lib/paths.ts';
import { useSignedIn } from '../../../../../lib/session/signed-in.ts';

interface TemplatesProps {
  readonly workspace: CurrentWorkspace;
  readonly use: GalleryUse;
  readonly builtIn: readonly BuiltInTemplate[];
  readonly onDraft: (isDraft: boolean) => void;
  /** Closes the gallery; the focus goes to the page. */
  readonly onUsed: () => void;
}

export function Templates({ workspace, use: { page }, builtIn, onDraft, onUsed }: TemplatesProps) {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const latestForest = useLatestPageForest(workspace.id);
  const create = useCreatePage(workspace.id);
  const start = async (started: StartedPage) => {
    if (page) {
      onUsed();
      // Until the dialog is gone, it would take the focus back from the text.
      await focusIsBack();
      page.fill(started);
      return;
    }
    const { id } = await create.mutateAsync({
      organization_id: workspace.id,
      parent_id: null,
      name: started.name,
      content: started.content,
      order_index: orderIndexAtEnd(latestForest().childrenOf(null)),
      created_by: user.id,
    });
    onUsed();
    navigate(pagePath(id), { state: { startWriting: true } });
  };
  return (
    <TemplateGallery
      organizationId={workspace.id}
      role={workspace.role}
      builtIn={builtIn}
      page={page?.name()}
      onStart={start}
      onDraft={onDraft}
    />
  );
}
