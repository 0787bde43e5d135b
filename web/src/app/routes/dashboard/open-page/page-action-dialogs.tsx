/** The dialogs that open from the open page's menu. They come with the first of them. */
import { lazy, Suspense } from 'react';
import type { PageMenuParts } from '../../../../features/editor/components/editor-menu.tsx';
import { printPage } from '../../../../features/editor/printing/print-page.ts';
import { useKnownPageForest } from '../../../../features/pages/api/use-page-forest.ts';
import { pageTitle } from '../../../../lib/page/page-title.ts';

const ExportDialog = lazy(() =>
  import('../../../../features/transfer/export-dialog.tsx').then((module) => ({
    default: module.ExportDialog,
  })),
);
const ImportDialog = lazy(() =>
  import('../../../../features/transfer/import-dialog.tsx').then((module) => ({
    default: module.ImportDialog,
  })),
);
const SaveAsTemplateDialog = lazy(async () => ({
  default: (await import('../../../../features/templates/components/save-as-template-dialog.tsx'))
    .SaveAsTemplateDialog,
}));

export type OpenDialog = { readonly kind: 'import' } | ({ readonly kind: 'export' | 'template' } & PageTexts);

type PageTexts = Pick<PageMenuParts, 'name' | 'markdown'>;

export interface PageInTree {
  readonly organizationId: string;
  readonly pageId: string;
}

interface PageActionDialogsProps extends PageInTree {
  readonly workspaceName: string;
  readonly open: OpenDialog;
  readonly onClose: () => void;
}

export function PageActionDialogs({
  organizationId,
  pageId,
  workspaceName,
  open,
  onClose,
}: PageActionDialogsProps) {
  return (
    <Suspense>
      {open.kind === 'import' && (
        <ImportUnder organizationId={organizationId} pageId={pageId} onClose={onClose} />
      )}
      {open.kind === 'export' && (
        <ExportDialog
          organizationId={organizationId}
          pageId={pageId}
          markdown={open.markdown}
          workspaceName={workspaceName}
          onPrint={() => void printPage()}
          onClose={onClose}
        />
      )}
      {open.kind === 'template' && (
        <SaveAsTemplateDialog
          organizationId={organizationId}
          pageId={pageId}
          name={pageTitle(open.name())}
          markdown={open.markdown}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function ImportUnder({ organizationId, pageId, onClose }: PageInTree & { readonly onClose: () => void }) {
  const name = pageTitle(useKnownPageForest(organizationId)?.pages.get(pageId)?.name);
  return <ImportDialog organizationId={organizationId} parent={{ id: pageId, name }} onClose={onClose} />;
}
