/** Packs a person's own data and hands it over. */

import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { exportOwnData } from '../api/export-own-data.ts';
import { countFiles } from '../plan/count-pages.ts';
import { missingFiles } from '../plan/missing-files.ts';
import { useExport } from '../state/use-export.ts';
import { ExportProgress } from './export-progress.tsx';

export function OwnDataDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSignedIn();
  const { state, start, cancel } = useExport(exportOwnData);
  const isRunning = state.kind === 'running';
  const run = async () => {
    const data = await start(user.id);
    if (!data) return;
    const { blob, missing } = data;
    saveFile(blob, `trellis-data-${new Date().toISOString().slice(0, 10)}.zip`);
    onClose();
    if (missing.length === 0) toast('success', 'Your data was downloaded');
    else
      toast('warning', `Your data was downloaded without ${countFiles(missing.length)}`, {
        description: missingFiles(missing),
      });
  };
  return (
    <Dialog
      open
      onClose={isRunning ? cancel : onClose}
      title="Download my data"
      description="A ZIP file with your profile and memberships as JSON, and the pages you created, those in the trash too, as Markdown with their pictures and files. The files that you put into pages of other people come along, as far as you can read those."
    >
      <ExportProgress state={state} />
      <DialogActions>
        <Button onClick={isRunning ? cancel : onClose}>Cancel</Button>
        <Button look="primary" busy={isRunning} onClick={() => void run()}>
          {isRunning ? 'Packing' : 'Download'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
