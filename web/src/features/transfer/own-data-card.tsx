/** "Your data" in the account settings. The dialog loads on demand. */
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

const OwnDataDialog = lazy(() =>
  import('./components/own-data-dialog.tsx').then((module) => ({ default: module.OwnDataDialog })),
);

export function OwnDataCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-ink-muted">
          Your profile, your memberships, the pages you created and the files you added, as a ZIP file.
        </p>
        <Button onClick={() => setOpen(true)}>
          <Download aria-hidden className="size-4" />
          Download my data
        </Button>
      </div>
      <Suspense>{open && <OwnDataDialog onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
