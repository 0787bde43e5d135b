/** A small bar at a link: where it leads, and what can be done with it. The caret stays in the text. */
import { ArrowUpRight, Copy, FileText, Globe, Link, PanelTop, Pencil, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { COPY_BY_HAND, copyText } from '../../../../../lib/browser/copy-text.ts';
import { pageTitle } from '../../../../../lib/page/page-title.ts';
import { absoluteUrl } from '../../../../../lib/paths.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { PageIcon } from '../../../../../ui/icons/page-icon.tsx';
import { toast } from '../../../../../ui/toasts/toasts.ts';
import { linkedPage, shownAddress } from '../../../linked-pages/page-address.ts';
import { PageBeginning } from '../../../linked-pages/page-beginning.tsx';
import { linkTarget } from '../../../markdown/link-target.ts';
import { closeLink, openLink } from '../link-popover-state.ts';
import { existing, removeLink } from '../write-link.ts';
import { canBeCard, showAsCard, showAsLink } from './embed-link.ts';
import { FloatingCard } from './floating-card.tsx';
import type { LinkPopoverProps } from './link-popover-props.ts';

export function LinkActions({ view, open, pages, onFollow }: LinkPopoverProps) {
  const link = existing(view.state, open.from, open.to);
  if (!link) return null;
  const { address } = link;
  const page = linkedPage(address, location.origin);
  const leads = linkTarget(address, location.origin).kind !== 'nowhere';
  const close = () => view.dispatch({ effects: closeLink.of(null) });
  const follow = () => {
    close();
    onFollow(address);
  };
  return (
    <FloatingCard
      view={view}
      from={link.textFrom}
      to={link.textTo}
      label="Link"
      onClose={close}
      initialFocus={false}
      className="w-80 overflow-hidden"
    >
      <div className="flex items-center gap-0.5 p-1">
        <Destination page={page} address={address} leads={leads} pages={pages} onFollow={follow} />
        <Action
          label="Change link"
          onClick={() => view.dispatch({ effects: openLink.of({ ...open, kind: 'write' }) })}
        >
          <Pencil aria-hidden />
        </Action>
        {canBeCard(view.state, link) && (
          <Action
            label={link.isNamed ? 'Show as card' : 'Show as link'}
            onClick={() => {
              const change = link.isNamed ? showAsCard : showAsLink;
              view.dispatch(change(view.state, link));
              view.focus();
            }}
          >
            {link.isNamed ? <PanelTop aria-hidden /> : <Link aria-hidden />}
          </Action>
        )}
        <Action label="Copy link" onClick={() => void copyLink(address, page !== undefined)}>
          <Copy aria-hidden />
        </Action>
        {link.isNamed && (
          <Action
            label="Remove link"
            onClick={() => {
              view.focus();
              view.dispatch(removeLink(view.state, open));
            }}
          >
            <Unlink aria-hidden />
          </Action>
        )}
      </div>
      {page !== undefined && (
        <div className="border-t border-line px-3.5 py-2.5">
          <PageBeginning pageId={page} />
        </div>
      )}
    </FloatingCard>
  );
}

interface DestinationProps extends Pick<LinkPopoverProps, 'pages'> {
  readonly page: string | undefined;
  readonly address: string;
  readonly leads: boolean;
  readonly onFollow: () => void;
}

function Destination({ page, address, leads, pages, onFollow }: DestinationProps) {
  if (!leads)
    return (
      <span className="min-w-0 flex-1 truncate px-2.5 text-sm text-ink-muted">
        {address === '' ? 'No address yet' : 'This link leads nowhere'}
      </span>
    );
  const Icon = page === undefined ? Globe : FileText;
  const icon = page === undefined ? undefined : pages.iconOf(page);
  const name = page === undefined ? shownAddress(address) : pageTitle(pages.nameOf(page) ?? 'Open the page');
  return (
    <button
      type="button"
      onClick={onFollow}
      title={page === undefined ? address : name}
      className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2.5 text-start text-sm transition-colors hover:bg-hover pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
    >
      {icon === undefined ? <Icon aria-hidden /> : <PageIcon icon={icon} />}
      <span className="sr-only">Open </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {name}
      </span>
      <ArrowUpRight aria-hidden />
    </button>
  );
}

function Action(props: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <IconButton
      className="pointer-coarse:size-10"
      onMouseDown={(event) => event.preventDefault()}
      {...props}
    />
  );
}

async function copyLink(address: string, isPage: boolean): Promise<void> {
  if (await copyText(isPage && address.startsWith('/') ? absoluteUrl(address) : address))
    toast('success', 'Link copied');
  else toast('error', 'The link could not be copied', { description: COPY_BY_HAND });
}
