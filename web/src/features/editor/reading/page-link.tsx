/** A link of a page that is read. */
import type { MouseEvent, ReactNode } from 'react';
import { linkTarget } from '../markdown/link-target.ts';

interface PageLinkProps {
  readonly address: string;
  readonly children: ReactNode;
  readonly onFollow: (address: string) => void;
}

export function PageLink({ address, children, onFollow }: PageLinkProps) {
  // Within the page itself, as from a footnote to its text and back.
  if (address.startsWith('#')) return <a href={address}>{children}</a>;
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
    // With a key held down the browser opens it in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow(address);
  };
  return (
    <a href={target.path} onClick={follow}>
      {children}
    </a>
  );
}
