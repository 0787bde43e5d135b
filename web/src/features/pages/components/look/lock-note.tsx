/** Says that a page is locked, where the tools to write on it would be. */
import { Lock } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { useChangeLook } from '../../api/change-look.ts';

interface LockNoteProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function LockNote({ organizationId, pageId }: LockNoteProps) {
  const { change } = useChangeLook(organizationId, pageId);
  return (
    <div
      role="status"
      className="me-auto flex min-w-0 items-center gap-1.5 ps-2 text-[0.8125rem] text-ink-muted"
    >
      <Lock aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">Locked</span>
      <Button
        look="quiet"
        onClick={() => change({ is_locked: false })}
        className="min-h-8 px-2.5 py-1 text-[0.8125rem] text-accent"
      >
        Unlock
      </Button>
    </div>
  );
}
