/** Invitations that are still open. */
import { Send, X } from 'lucide-react';
import { useState } from 'react';
import { ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { keepFocusInRows } from '../../../lib/focus/rows.ts';
import { fullTime } from '../../../lib/format/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { toastFailure } from '../../../ui/toasts/toasts.ts';
import type { OpenInvitation } from '../api/invitation-queries.ts';
import { useRevokeInvitation } from '../api/join-links.ts';
import { type Invited, useRenewInvitation } from '../api/send-invitations.ts';
import { serverNow } from '../server-now.ts';
import { expiryOf } from '../state/expiry.ts';
import { InvitedList } from './invited-list.tsx';

interface PendingCardProps {
  readonly organizationId: string;
  readonly invitations: readonly OpenInvitation[];
}

export function PendingCard({ organizationId, invitations }: PendingCardProps) {
  const [renewed, setRenewed] = useState<readonly Invited[]>();
  const renew = useRenewInvitation(organizationId);
  const revoke = useRevokeInvitation(organizationId, 'Invitation');
  const resend = (id: string) =>
    renew.mutate(id, {
      onSuccess: setRenewed,
      onError: (error) => toastFailure('Failed to resend invitation', error),
    });
  return (
    <Card title={`Invitations (${invitations.length})`} description="Sent, but not accepted yet.">
      <ul ref={keepFocusInRows} className="divide-y divide-line">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={email ?? undefined}>
                {email}
              </p>
              <p className="truncate text-[0.8125rem] text-ink-muted" title={fullTime(expiresAt)}>
                {ROLE_NAMES[role]} · {expiryOf(expiresAt, serverNow())}
              </p>
            </div>
            <IconButton label={`Resend to ${email}`} onClick={() => resend(id)} disabled={renew.isPending}>
              <Send aria-hidden />
            </IconButton>
            <IconButton
              label={`Revoke for ${email}`}
              onClick={() => revoke.mutate(id)}
              disabled={revoke.isPending}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Dialog
        open={renewed !== undefined}
        onClose={() => setRenewed(undefined)}
        title="A new link"
        description="The earlier one no longer works."
      >
        {renewed && <InvitedList invited={renewed} />}
        <DialogActions>
          <Button look="primary" onClick={() => setRenewed(undefined)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}
