/** "Import and export" in the workspace settings. The dialogs load on demand. */
import { Download, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCurrentWorkspace } from '../../lib/current-workspace.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);
const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

export function TransferCard() {
  const workspace = useCurrentWorkspace();
  const [open, setOpen] = useState<'import' | 'export'>();
  if (!workspace) return null;
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Import and export"
      description="Import pages with their pictures and files from Obsidian, Notion, Outline and others, or export all of them as Markdown."
    >
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('import')}>
          <Upload aria-hidden className="size-4" />
          Import…
        </Button>
        <Button onClick={() => setOpen('export')}>
          <Download aria-hidden className="size-4" />
          Export…
        </Button>
      </div>
      <Suspense>
        {open === 'import' && <ImportDialog organizationId={workspace.id} onClose={close} />}
        {open === 'export' && (
          <ExportDialog
            organizationId={workspace.id}
            pageId={null}
            workspaceName={workspace.name}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}
