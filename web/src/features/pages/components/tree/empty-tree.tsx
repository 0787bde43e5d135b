/** The sidebar's text before there is a page. */
import { FilePlus, FileText } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useOpenPageDialog } from '../../state/page-dialogs.ts';

export function EmptyTree() {
  const open = useOpenPageDialog();
  return (
    <div className="m-2">
      <EmptyState
        icon={FileText}
        text="No pages yet"
        action={
          <Button onClick={() => open({ kind: 'create', parentId: null })}>
            <FilePlus aria-hidden className="size-4" />
            Create your first page
          </Button>
        }
      />
    </div>
  );
}
