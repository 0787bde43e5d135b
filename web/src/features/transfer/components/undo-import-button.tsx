/** Takes back an import that is not what one wanted, after its report was seen. */
import { useState } from 'react';
import { announcePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { Button } from '../../../ui/button.tsx';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';
import { takeBackPages } from '../api/take-back-pages.ts';
import type { ImportReport } from '../archive/import-report.ts';
import { countPages } from '../plan/count-pages.ts';

interface UndoImportButtonProps {
  readonly report: ImportReport;
  readonly userId: string;
  readonly onDone: () => void;
}

export function UndoImportButton({ report, userId, onDone }: UndoImportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await takeBackPages(report.topmost, userId);
      toast('success', `Import undone: ${countPages(report.imported.length)} moved to trash`);
      onDone();
    } catch (error) {
      toastFailure('The import could not be undone', error);
      setBusy(false);
    } finally {
      announcePagesUpdated({ kind: 'tree' });
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void undo()}>
      {isBusy ? 'Undoing…' : 'Undo import'}
    </Button>
  );
}
