/** Links as they are read: one that says its page's former title says the present one. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { footnoteName } from '../../../../../../markdown/src/kinds/footnote/read.ts';
import { iconAttributes } from '../../../../lib/page/page-look.ts';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import { type KindDrawer, textIn } from '../../drawing/kind-drawers.tsx';
import { useReading } from '../../drawing/use-reading.ts';
import { linkedPage } from '../../linked-pages/page-address.ts';
import { linkTarget } from '../../markdown/link-target.ts';

export const draw: readonly KindDrawer[] = [{ name: 'a', draw: PageLink }];

function PageLink({ node: { properties }, children }: DrawnProps) {
  const { titles, onFollow, isComparison } = useReading();
  const address = String(properties.href ?? '');
  const text = textOf(children);
  const title = useSyncExternalStore(titles?.subscribe ?? neverTold, () =>
    text === undefined ? undefined : titles?.titleFor(address, text),
  );
  const icon = useSyncExternalStore(titles?.subscribe ?? neverTold, () => titles?.iconFor(address));
  // For the way back to a footnote's number.
  const ofFootnote = { id: textIn(properties.id), 'aria-label': textIn(properties.ariaLabel) };
  // Within the page itself, as from a footnote to its text and back.
  if (address.startsWith('#'))
    return (
      <a href={address} {...(isComparison ? {} : ofFootnote)} data-footnote={footnoteName(address)}>
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
