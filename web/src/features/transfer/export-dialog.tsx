/** "Export": a page, what is under it, or the whole workspace as Markdown files; a page as a PDF. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { COPY_BY_HAND, copyText } from '../../lib/browser/copy-text.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { type Option, RadioGroup } from '../../ui/fields/radio-group.tsx';
import { toast } from '../../ui/toasts/toasts.ts';
import { exportPages } from './api/export-pages.ts';
import { ExportProgress } from './components/export-progress.tsx';
import { countFiles, countPages } from './plan/count-pages.ts';
import { missingFiles } from './plan/missing-files.ts';
import { useExport } from './state/use-export.ts';
import { safeFileName } from './texts/file-names.ts';

type Extent = 'page' | 'subtree' | 'pdf';

const EXTENTS: readonly Option<Extent>[] = [
  {
    value: 'page',
    name: 'This page',
    meaning: 'One Markdown file, or a ZIP file with its pictures and files',
  },
  {
    value: 'subtree',
    name: 'This page and its subpages',
    meaning: 'A ZIP file with folders of Markdown files, pictures and files',
  },
  {
    value: 'pdf',
    name: 'This page as a PDF',
    meaning: 'Opens your browser’s print dialog: choose “Save as PDF” there',
  },
];

interface ExportDialogProps {
  readonly organizationId: string;
  /** The page to export; null for all of the workspace. */
  readonly pageId: string | null;
  /** The page's text as it is at the moment; missing for the whole workspace. */
  readonly markdown?: () => string;
  /** The workspace's name, which the file of a whole workspace has. */
  readonly workspaceName: string;
  readonly onPrint?: () => void;
  readonly onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const { organizationId, pageId, markdown, workspaceName, onPrint, onClose } = props;
  const [extent, setExtent] = useState<Extent>('page');
  const { state, start, cancel } = useExport(exportPages);
  const isRunning = state.kind === 'running';

  const run = async () => {
    if (extent === 'pdf') {
      onClose();
      return onPrint?.();
    }
    const withSubpages = pageId === null || extent === 'subtree';
    const exported = await start({ organizationId, pageId, withSubpages });
    if (!exported) return;
    const name = pageId === null ? safeFileName(workspaceName) : exported.name;
    saveFile(exported.blob, `${name}.${exported.isArchive ? 'zip' : 'md'}`);
    onClose();
    const { missing } = exported;
    if (missing.length === 0) toast('success', `Exported ${countPages(exported.count)}`);
    else
      toast('warning', `Exported ${countPages(exported.count)} without ${countFiles(missing.length)}`, {
        description: missingFiles(missing),
      });
  };
  return (
    <Dialog
      open
      onClose={isRunning ? cancel : onClose}
      title={pageId === null ? 'Export workspace' : 'Export page'}
      description={
        pageId === null
          ? 'All pages that you can see, as a ZIP file with folders of Markdown files, pictures and files.'
          : 'Markdown has title, description and dates above the text. A page that came from a file goes back as that file.'
      }
    >
      <div className="flex flex-col gap-4">
        {pageId !== null && (
          <RadioGroup
            label="What to export"
            options={EXTENTS}
            value={extent}
            onChange={setExtent}
            disabled={isRunning}
          />
        )}
        {markdown && (
          <Button
            className="self-start"
            onClick={() => {
              void copyMarkdown(markdown());
              onClose();
            }}
          >
            <Copy aria-hidden className="size-4" />
            Copy as Markdown
          </Button>
        )}
        <ExportProgress state={state} />
      </div>
      <DialogActions>
        <Button onClick={isRunning ? cancel : onClose}>Cancel</Button>
        <Button look="primary" busy={isRunning} onClick={() => void run()}>
          {exportLabel(extent, isRunning)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function exportLabel(extent: Extent, isRunning: boolean): string {
  if (extent === 'pdf') return 'Print';
  return isRunning ? 'Exporting' : 'Export';
}

async function copyMarkdown(text: string): Promise<void> {
  if (await copyText(text)) toast('success', 'Copied as Markdown');
  else toast('error', 'The text could not be copied', { description: COPY_BY_HAND });
}
