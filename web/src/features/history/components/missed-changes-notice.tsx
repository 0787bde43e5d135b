/**
 * Tells a person that a page was changed while they were away, and shows where. It lies over the foot of the page, so that
 * the text that is read meanwhile stays where it is.
 */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { focusIsBack } from '../../../lib/focus/focus-is-back.ts';
import { focusScreenIfLost } from '../../../lib/focus/screen.ts';
import { pageHistoryPath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { authorsSinceQuery } from '../api/version-queries.ts';
import { changedTexts } from '../state/changed-texts.ts';
import { type MissedChanges, missedTitle, whenMissed } from '../state/missed-changes.ts';
import { ChangedTexts } from './changed-texts.tsx';

interface MissedChangesNoticeProps {
  readonly pageId: string;
  readonly missed: MissedChanges;
  readonly onDismiss: () => void;
}

export function MissedChangesNotice({ pageId, missed, onDismiss }: MissedChangesNoticeProps) {
  const { user } = useSignedIn();
  const { data: authors, isPending } = useQuery(authorsSinceQuery(pageId, missed.since, user.id));
  const changes = useMemo(() => changedTexts(missed.before, missed.after), [missed]);
  const [isShown, setIsShown] = useState(false);
  const dismiss = () => {
    onDismiss();
    queueMicrotask(focusScreenIfLost);
  };
  const close = () => {
    setIsShown(false);
    void focusIsBack().then(dismiss);
  };
  // The line is read aloud once, and then says who it was.
  if (isPending) return null;
  const title = missedTitle(changes, authors);
  const when = whenMissed(missed);
  return (
    <div className="pointer-events-none sticky bottom-16 z-3 flex h-0 items-end justify-center px-4 md:bottom-6">
      <div className="pointer-events-auto flex max-w-full items-center gap-1 rounded-xl border border-line bg-raised py-1 ps-4 pe-1.5 shadow-float">
        <p
          role="status"
          title={`${title} ${when}`}
          className="my-1.5 line-clamp-3 min-w-0 text-sm wrap-anywhere"
        >
          <span className="font-medium">{title}</span> <span className="text-ink-muted">{when}</span>
        </p>
        <Button look="quiet" onClick={() => setIsShown(true)}>
          Show changes
        </Button>
        <IconButton label="Dismiss" onClick={dismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
      <Dialog
        open={isShown}
        onClose={close}
        title={title}
        description={`${when.charAt(0).toUpperCase()}${when.slice(1)}`}
        isWide
      >
        <div className="space-y-4">
          <ChangedTexts changes={changes} />
        </div>
        <DialogActions>
          <ButtonLink to={pageHistoryPath(pageId)}>Version history</ButtonLink>
        </DialogActions>
      </Dialog>
    </div>
  );
}
