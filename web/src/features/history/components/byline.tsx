/** "Edited by Ada, 5 minutes ago" under a page's title; it leads to the history. Nothing while that is not known. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { fullTime, timeAgo } from '../../../lib/format/format-time.ts';
import { shownName } from '../../../lib/format/shown-name.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useTimer } from '../../../lib/hooks/use-timer.ts';
import { usePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { pageHistoryPath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { WithTooltip } from '../../../ui/tooltip.tsx';
import { bylineQuery, type Byline as Known } from '../api/byline-query.ts';

// While others write, they save every other second: who it was last is asked when they pause.
const ASK_AFTER_MS = 5000;

export function Byline({ pageId }: { readonly pageId: string }) {
  const byline = useByline(pageId);
  const now = useNow();
  if (!byline) return null;
  const { editedAt, editor, createdAt, creator } = byline;
  const created = `Created ${creator === null ? '' : `by ${creator} `}on ${fullTime(new Date(createdAt))}`;
  return (
    <WithTooltip text={`${created}. Edited on ${fullTime(new Date(editedAt))}.`}>
      <Link
        to={pageHistoryPath(pageId)}
        className="flex min-w-0 rounded-sm underline-offset-2 hover:text-ink hover:underline"
      >
        <span className="truncate">{editor === null ? 'Edited' : `Edited by ${editor},`}</span>
        <span className="whitespace-pre"> {timeAgo(new Date(editedAt), now)}</span>
      </Link>
    </WithTooltip>
  );
}

/** A save of this person's own is known without asking. */
function useByline(pageId: string): Known | null | undefined {
  const { user, profile } = useSignedIn();
  const queryClient = useQueryClient();
  const query = bylineQuery(pageId);
  const { data } = useQuery(query);
  const [toldAt, setToldAt] = useState<string>();
  usePagesUpdated((change) => {
    if (!('pageId' in change) || change.pageId !== pageId || change.updatedAt === undefined) return;
    const { updatedAt } = change;
    if (change.kind === 'told-texts') {
      if (!data || Date.parse(data.editedAt) < Date.parse(updatedAt)) setToldAt(updatedAt);
      return;
    }
    queryClient.setQueryData(
      query.queryKey,
      (known) =>
        known && {
          ...known,
          editedAt: updatedAt,
          editor: shownName(profile ?? { full_name: '', display_name: null, email: user.email ?? null }),
        },
    );
  });
  // The news may be this person's own save, of which this tab hears a moment later.
  const isKnown = toldAt === undefined || (data && Date.parse(data.editedAt) >= Date.parse(toldAt));
  useTimer(() => void queryClient.invalidateQueries(query), isKnown ? undefined : ASK_AFTER_MS, toldAt);
  return data;
}
