/** The dialog around the gallery of templates, which loads with the first opening. */
import { type ComponentProps, lazy, useState } from 'react';
import { flushSync } from 'react-dom';
import { openGallery, useGalleryUse } from '../../../../../features/templates/open-gallery.ts';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { ConfirmDialog, Dialog } from '../../../../../ui/dialog.tsx';
import { Region } from '../../../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../../../ui/states/skeleton.tsx';

const Templates = lazy(async () => {
  const [gallery, { BUILT_IN_TEMPLATES }] = await Promise.all([
    import('./templates.tsx'),
    import('../../../../../features/templates/built-in/built-in-templates.ts'),
  ]);
  type Props = Omit<ComponentProps<typeof gallery.Templates>, 'builtIn'>;
  return { default: (props: Props) => <gallery.Templates builtIn={BUILT_IN_TEMPLATES} {...props} /> };
});

export function TemplatesDialog({ workspace }: { readonly workspace: CurrentWorkspace }) {
  const use = useGalleryUse();
  const [isDraft, setDraft] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // It stays until the dialog has faded from view.
  const [shown, setShown] = useState(use);
  if (use && use !== shown) {
    setShown(use);
    setDraft(false);
  }
  const close = (isUsed: boolean) => {
    // A dialog that is open would take the focus back.
    flushSync(() => openGallery(undefined));
    if (!isUsed) use?.opener.giveBack();
  };
  return (
    <>
      <Dialog
        open={use !== undefined}
        onClose={() => (isDraft ? setAsking(true) : close(false))}
        keepsFocus={() => true}
        title="Templates"
        isWide
      >
        <Region name="The templates" fallback={<SkeletonRows rows={8} label="Loading" />}>
          {shown && (
            <Templates workspace={workspace} use={shown} onDraft={setDraft} onUsed={() => close(true)} />
          )}
        </Region>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => close(false)}
        title="Discard the changes?"
        description="The template has changes that are not saved."
        confirmLabel="Discard"
      />
    </>
  );
}
