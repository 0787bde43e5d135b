/** A link of a page that is read: one that says its page's former title says the present one. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { footnoteName } from '../../../../../markdown/src/kinds/footnote/read.ts';
import { iconAttributes } from '../../../lib/page/page-look.ts';
import { linkedPage } from '../linked-pages/page-address.ts';
import type { PageTitles } from '../linked-pages/page-titles.ts';
import { linkTarget } from '../markdown/link-target.ts';

interface PageLinkProps {
  readonly address: string;
  /** The id of a footnote's number, for the way back to it. */
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly children: ReactNode;
  /** Left out where links say what they said. */
  readonly titles?: PageTitles | undefined;
  readonly onFollow: (address: string) => void;
}

export function PageLink({ address, id, label, children, titles, onFollow }: PageLinkProps) {
  const text = textOf(children);
  const title = useSyncExternalStore(titles?.subscribe ?? neverTold, () =>
    text === undefined ? undefined : titles?.titleFor(address, text),
  );
  const icon = useSyncExternalStore(titles?.subscribe ?? neverTold, () => titles?.iconFor(address));
  // Within the page itself, as from a footnote to its text and back.
  if (address.startsWith('#'))
    return (
      <a href={address} id={id} aria-label={label} data-footnote={footnoteName(address)}>
        {children}
      </a>
    );
  const target = linkTarget(address, location.origin);
  if (target.kind === 'nowhere') return <span title="This link leads nowhere">{children}</span>;
  if (target.kind === 'outside') {
    return (
      <a href={target.url} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  const follow = (event: MouseEvent) => {
    // If a key is held down, the browser opens it in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow(address);
  };
  return (
    <a
      href={target.path}
      data-page={linkedPage(address, location.origin)}
      {...iconAttributes(icon)}
      onClick={follow}
    >
      {title ?? children}
    </a>
  );
}

const neverTold = () => () => undefined;

/** @returns undefined where there is more than text */
function textOf(children: ReactNode): string | undefined {
  const parts: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}
