/** The links that let their holders in, and the number of uses of each. */
import { Link2Off, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { keepFocusInRows } from '../../../lib/focus/rows.ts';
import { fullTime } from '../../../lib/format/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { OpenInvitation } from '../api/invitation-queries.ts';
import { useRevokeInvitation } from '../api/join-links.ts';
import { serverNow } from '../server-now.ts';
import { expiryOf } from '../state/expiry.ts';
import { JoinLinkDialog } from './join-link-dialog.tsx';

interface JoinLinksCardProps {
  readonly organizationId: string;
  readonly links: readonly OpenInvitation[];
}

export function JoinLinksCard({ organizationId, links }: JoinLinksCardProps) {
  const [isCreating, setCreating] = useState(false);
  const revoke = useRevokeInvitation(organizationId, 'Join link');
  return (
    <Card
      title="Join links"
      description="Anyone with a join link can join until it expires, is used up or is revoked."
      action={
        <Button onClick={() => setCreating(true)}>
          <Waypoints aria-hidden className="size-4" />
          New join link
        </Button>
      }
    >
      {links.length > 0 && (
        <ul ref={keepFocusInRows} className="divide-y divide-line">
          {links.map(({ id, role, uses, maxUses, expiresAt }) => (
            <li key={id} className="flex min-h-14 items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{ROLE_NAMES[role]}</p>
                <p className="text-[0.8125rem] text-ink-muted" title={fullTime(expiresAt)}>
                  {usage(uses, maxUses)} · {expiryOf(expiresAt, serverNow())}
                </p>
              </div>
              <IconButton
                label={`Revoke join link for ${ROLE_NAMES[role].toLowerCase()}s, ${usage(uses, maxUses).toLowerCase()}`}
                onClick={() => revoke.mutate(id)}
                disabled={revoke.isPending}
              >
                <Link2Off aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <JoinLinkDialog organizationId={organizationId} open={isCreating} onClose={() => setCreating(false)} />
    </Card>
  );
}

function usage(uses: number, maxUses: number | null): string {
  if (maxUses !== null) return `Used ${uses} of ${maxUses} times`;
  return uses === 1 ? 'Used once' : `Used ${uses} times`;
}
