/** The result for each invited address, with its link to pass on. */
import { Badge } from '../../../ui/badge.tsx';
import { CopyLink } from '../../../ui/fields/copy-link.tsx';
import type { Invited } from '../api/send-invitations.ts';

export function InvitedList({ invited }: { readonly invited: readonly Invited[] }) {
  const isAnyMailed = invited.some(({ isMailed, isOnItsWay }) => isMailed || isOnItsWay);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-muted">
        {isAnyMailed
          ? 'You can pass the links on yourself, too.'
          : 'No mail was sent. Pass the links on yourself.'}{' '}
        Each works once, for its address only, and is shown only here.
      </p>
      <ul className="-mx-1 flex max-h-[40vh] flex-col gap-4 overflow-y-auto px-1 py-1">
        {invited.map(({ email, isMember, isMailed, isOnItsWay, link }) => (
          <li key={email} className="flex flex-col gap-1.5">
            <div className="flex items-center justify-between gap-2">
              <span className="min-w-0 truncate font-medium" title={email}>
                {email}
              </span>
              {isMember ? (
                <Badge>Already a member</Badge>
              ) : isMailed ? (
                <Badge kind="accent">Mail sent</Badge>
              ) : isOnItsWay ? (
                <Badge>Mail on its way</Badge>
              ) : (
                <Badge kind="warning">Not mailed</Badge>
              )}
            </div>
            {link !== null && <CopyLink label={`Link for ${email}`} isLabelShown={false} link={link} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
