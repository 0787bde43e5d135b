/** "Import pages from Notion": chooses among what is shared, brings it with what is beneath, and says what came. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import type { NotionPage } from '../api/notion-pages.ts';
import { useBringPages } from '../state/use-bring-pages.ts';
import { BringReport } from './bring-report.tsx';
import { ChooseNotionPages } from './choose-notion-pages.tsx';

interface BringPagesDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

export function BringPagesDialog({ workspaceId, onClose }: BringPagesDialogProps) {
  const { state, start, stop, reset } = useBringPages(workspaceId);
  const [chosen, setChosen] = useState<readonly NotionPage[]>([]);
  let body: ReactNode;
  let actions: ReactNode;
  switch (state.kind) {
    case 'choosing':
      body = <ChooseNotionPages workspaceId={workspaceId} chosen={chosen} onChange={setChosen} />;
      actions = (
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={chosen.length === 0} onClick={() => void start(chosen)}>
            {chosen.length === 0 ? 'Import pages' : `Import ${countPages(chosen.length)}`}
          </Button>
        </>
      );
      break;
    case 'bringing':
      body = (
        <Progress
          label={`${countPages(state.done)} done, ${state.waiting} or more to go`}
          value={Math.floor((state.done / (state.done + state.waiting)) * 100)}
        />
      );
      actions = <Button onClick={stop}>Stop</Button>;
      break;
    case 'done':
      body = <BringReport report={state.report} isWhole={state.isWhole} />;
      actions = (
        <>
          <Button
            onClick={() => {
              setChosen([]);
              reset();
            }}
          >
            Import more
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      );
  }
  return (
    <Dialog
      open
      // If it closed in the middle, nobody would say what came.
      onClose={state.kind === 'bringing' ? stop : onClose}
      title="Import pages from Notion"
      description="Pages come with those beneath them, and follow their changes at Notion."
    >
      {body}
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}

function countPages(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}
