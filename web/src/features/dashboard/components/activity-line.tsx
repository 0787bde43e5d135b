/** A line of activity: who, what they did to which page, and how long ago. */
import { Fragment } from 'react';
import { Link } from 'react-router';
import { fullTime, timeAgo } from '../../../lib/format/format-time.ts';
import { pagePath } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { type Activity, actorName, type SentencePiece, sentenceOf } from '../state/activity.ts';

// Long names end in an ellipsis instead of taking the line: each is a box of its own that lies on the text's
// line.
const NAME = 'inline-block max-w-[min(100%,18rem)] truncate align-bottom';

interface ActivityLineProps {
  readonly activity: Activity;
  readonly now: Date;
}

export function ActivityLine({ activity, now }: ActivityLineProps) {
  const moment = new Date(activity.happenedAt);
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Avatar name={actorName(activity)} picture={activity.picture} className="size-7 text-xs" />
      <div className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-0.5 pt-1 @lg:flex-row">
        <p className="min-w-0 flex-1 text-ink-muted">
          {sentenceOf(activity).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places
            <Fragment key={index}>
              {index > 0 && ' '}
              <Piece piece={piece} page={activity.page} />
            </Fragment>
          ))}
        </p>
        <time
          dateTime={activity.happenedAt}
          title={fullTime(moment)}
          className="shrink-0 text-[0.8125rem] text-ink-muted"
        >
          {timeAgo(moment, now)}
        </time>
      </div>
    </li>
  );
}

function Piece({ piece, page }: { readonly piece: SentencePiece; readonly page: Activity['page'] }) {
  if (piece.kind === 'words') return piece.text;
  const icon = piece.kind === 'page' && page?.icon && <PageIcon icon={page.icon} className="me-1" />;
  if (piece.kind === 'name' || !page || page.isArchived)
    return (
      <span dir="auto" title={piece.text} className={`${NAME} text-ink`}>
        {icon}
        {piece.text}
      </span>
    );
  return (
    <Link
      to={pagePath(page.id)}
      dir="auto"
      title={piece.text}
      className={`${NAME} rounded-sm font-medium text-ink underline decoration-line-strong/50 underline-offset-2 hover:decoration-current`}
    >
      {icon}
      {piece.text}
    </Link>
  );
}
