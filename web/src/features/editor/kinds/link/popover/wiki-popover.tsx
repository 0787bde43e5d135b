/** A small card at a wiki link that is written: where it leads, and how that page begins. The caret stays in the text. */
import { PageBeginning } from '../../../linked-pages/page-beginning.tsx';
import { wikiPagesOf } from '../../../linked-pages/wiki-pages-of.ts';
import { WikiChoices } from '../../wiki-link/wiki-choices.tsx';
import { wikiLinkAt } from '../../wiki-link/wiki-link-at.ts';
import { closeLink } from '../link-popover-state.ts';
import { FloatingCard } from './floating-card.tsx';
import type { LinkPopoverProps } from './link-popover-props.ts';

export function WikiPopover({ view, open, pages, onFollow }: LinkPopoverProps) {
  const found = wikiLinkAt(view.state, open.from);
  if (!found) return null;
  const place = wikiPagesOf(pages).find(found.link);
  const close = () => view.dispatch({ effects: closeLink.of(null) });
  return (
    <FloatingCard
      view={view}
      from={found.from}
      to={found.to}
      label="Link"
      onClose={close}
      initialFocus={false}
      className="w-80 overflow-hidden"
    >
      <WikiChoices
        place={place}
        onFollow={(address) => {
          close();
          onFollow(address);
        }}
        onCreate={(name) => {
          close();
          view.focus();
          pages.create(name);
        }}
      />
      {place.kind === 'page' && (
        <div className="border-t border-line px-3.5 py-2.5">
          <PageBeginning pageId={place.page.id} />
        </div>
      )}
    </FloatingCard>
  );
}
