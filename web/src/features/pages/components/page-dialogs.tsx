/** Offers the dialogs about pages to everything below, and shows the one that is open. */
import { type ReactNode, useState } from 'react';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { type PageDialog, PageDialogContext } from '../state/page-dialogs.ts';
import type { OpenPageDialogProps } from './open-page-dialog.tsx';

const loadDialogs = () => import('./open-page-dialog.tsx');

interface PageDialogsProps {
  readonly organizationId: string;
  readonly children: ReactNode;
}

export function PageDialogs({ organizationId, children }: PageDialogsProps) {
  const [dialog, setDialog] = useState<PageDialog>();
  useLoadedWhenIdle(loadDialogs, false);
  return (
    <PageDialogContext value={setDialog}>
      {children}
      {dialog && (
        <Region
          name="The pages"
          fallback={null}
          frame={(failure) => (
            <Dialog open onClose={() => setDialog(undefined)} title="This needs the list of pages">
              {failure}
            </Dialog>
          )}
        >
          <OpenDialog dialog={dialog} organizationId={organizationId} onClose={() => setDialog(undefined)} />
        </Region>
      )}
    </PageDialogContext>
  );
}

function OpenDialog(props: OpenPageDialogProps) {
  const Open = useLoadedWhenIdle(loadDialogs, true)?.OpenPageDialog;
  return Open && <Open {...props} />;
}
