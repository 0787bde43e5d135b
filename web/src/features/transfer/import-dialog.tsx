/** "Import": files, folders and ZIP files of other programs become pages, with the pictures and files beside them. */
import type { ReactNode } from 'react';
import { useSignedIn } from '../../lib/session/signed-in.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { EncodingChoice, useEncodingChoice } from './components/encoding-choice.tsx';
import { FileChooser } from './components/file-chooser.tsx';
import { ImportReportView } from './components/import-report-view.tsx';
import { UndoImportButton } from './components/undo-import-button.tsx';
import { countFiles, countPages } from './plan/count-pages.ts';
import { type ImportCounts, useImport } from './state/use-import.ts';

interface ImportDialogProps {
  readonly organizationId: string;
  /** The page they come under; without one, they come to the root. */
  readonly parent?: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function ImportDialog({ organizationId, parent, onClose }: ImportDialogProps) {
  const { user } = useSignedIn();
  const { state, start, goOn, finish, reset, cancel } = useImport({
    organizationId,
    userId: user.id,
    parentId: parent?.id ?? null,
  });
  const encoding = useEncodingChoice(state.kind === 'asking' ? state.question : undefined);
  // A dialog that closes in the middle would leave nobody to say what came.
  const close = {
    idle: onClose,
    reading: cancel,
    asking: cancel,
    importing: cancel,
    interrupted: finish,
    done: onClose,
  }[state.kind];

  let body: ReactNode;
  let actions: ReactNode;
  switch (state.kind) {
    case 'idle':
      body = (
        <div className="flex flex-col gap-3">
          {state.failure && (
            <Notice kind="error" failure={state.failure}>
              {state.failure.message}
            </Notice>
          )}
          <FileChooser onChoose={(files) => void start(files)} />
        </div>
      );
      actions = <Button onClick={onClose}>Cancel</Button>;
      break;
    case 'reading':
      body = <Progress label="Reading files" value={null} />;
      actions = <Button onClick={cancel}>Cancel</Button>;
      break;
    case 'asking':
      body = <EncodingChoice question={state.question} value={encoding.label} onChange={encoding.choose} />;
      actions = (
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" onClick={() => state.answer(encoding.label)}>
            Go on
          </Button>
        </>
      );
      break;
    case 'importing':
      body = (
        <Progress
          label={saidCounts(state)}
          value={Math.floor(
            ((state.done + state.doneFiles + state.partly) / Math.max(state.all + state.allFiles, 1)) * 100,
          )}
          note={state.sending && `${state.sending.percent} % of ${state.sending.name}`}
        />
      );
      actions = <Button onClick={cancel}>Stop</Button>;
      break;
    case 'interrupted':
      body = (
        <Notice kind="error" title={`The import stopped at ${saidCounts(state)}`} failure={state.failure}>
          <p>{state.failure.message}</p>
          <p>The pages imported so far are in your workspace. You can continue from there.</p>
        </Notice>
      );
      actions = (
        <>
          <Button onClick={finish}>Stop here</Button>
          <Button look="primary" onClick={goOn}>
            Go on
          </Button>
        </>
      );
      break;
    case 'done':
      body = <ImportReportView report={state.report} />;
      actions = (
        <>
          {state.report.topmost.length > 0 && (
            <UndoImportButton report={state.report} userId={user.id} onDone={onClose} />
          )}
          <Button onClick={reset}>Import more</Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      );
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Import pages"
      description={`Files of Obsidian, Notion, Outline, Docmost and others become pages${parent ? ` under “${parent.name}”` : ''}, folders their parents. Pictures and files come along, and links keep working.`}
    >
      {body}
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}

function saidCounts({ done, all, doneFiles, allFiles }: ImportCounts): string {
  const pages = `${done.toLocaleString('en')} of ${countPages(all)}`;
  return allFiles === 0 ? pages : `${pages}, ${doneFiles.toLocaleString('en')} of ${countFiles(allFiles)}`;
}
