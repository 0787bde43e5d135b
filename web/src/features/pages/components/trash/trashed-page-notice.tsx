/** Says above an open page that is not in the tree that it is in the trash, with the way back. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { announcePagesUpdated } from '../../../../lib/page/pages-updated.ts';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toastFailure } from '../../../../ui/toasts/toasts.ts';
import { archivedQuery } from '../../api/trash/archived-query.ts';
import { restorePage } from '../../api/trash/restore-page.ts';

export function TrashedPageNotice({ pageId }: { readonly pageId: string }) {
  const { data: isArchived } = useQuery(archivedQuery(pageId));
  const [isRestoring, setRestoring] = useState(false);
  if (!isArchived) return null;

  const restore = async () => {
    setRestoring(true);
    try {
      await restorePage(pageId);
      announcePagesUpdated({ kind: 'tree' });
    } catch (error) {
      toastFailure(sentences.restorePageFailed, error);
    }
    setRestoring(false);
  };
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-4 sm:px-8">
      <Notice kind="warning">
        <div className="flex flex-wrap items-center justify-between gap-2">
          This page is in the trash.
          <Button busy={isRestoring} onClick={restore}>
            Restore
          </Button>
        </div>
      </Notice>
    </div>
  );
}
