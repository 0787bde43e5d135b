/** The danger zone: deleting the account, which is announced but not there yet. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';

export function DeleteAccountCard() {
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Danger Zone" danger>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 text-ink-muted">Deletes your account and everything only you can see.</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => toast('warning', 'Account deletion: This feature will be implemented soon')}
        title="Delete account"
        description="Are you sure you want to delete your account? This action cannot be undone."
        confirmLabel="Delete Account"
      />
    </Card>
  );
}
