/** The danger zone: deleting the account. The dialog loads on demand. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
);

interface DeleteAccountCardProps {
  /** Forgets a deleted account's data in this browser. */
  readonly onDeleted: (userId: string) => Promise<void>;
}

export function DeleteAccountCard({ onDeleted }: DeleteAccountCardProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Danger Zone" danger>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 text-ink-muted">Deletes your account and everything only you can see.</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </div>
      <Suspense>
        {asking && <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={onDeleted} />}
      </Suspense>
    </Card>
  );
}
