/** What the sidebar says before there is a page. */
import { FilePlus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useOpenPageDialog } from '../state/page-dialogs.ts';

export function EmptyTree() {
  const open = useOpenPageDialog();
  return (
    <div className="mx-2 my-2 flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center">
      <p className="text-ink-muted">No pages yet</p>
      <Button onClick={() => open({ kind: 'create', parentId: null })}>
        <FilePlus aria-hidden className="size-4" />
        Create your first page
      </Button>
    </div>
  );
}
