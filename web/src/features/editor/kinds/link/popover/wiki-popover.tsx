/** A small card at a wiki link that is written: where it leads, and how that page begins. The caret stays in the text. */
import { Popover } from '@base-ui/react/popover';
import { PageBeginning } from '../../../linked-pages/page-beginning.tsx';
import { wikiPagesOf } from '../../../linked-pages/wiki-pages-of.ts';
import { textPlace } from '../../../view/text-place.ts';
import { WikiChoices } from '../../wiki-link/wiki-choices.tsx';
import { wikiLinkAt } from '../../wiki-link/wiki-link-at.ts';
import { closeLink } from '../link-popover-state.ts';
import type { LinkPopoverProps } from './link-popover-props.ts';

export function WikiPopover({ view, open, pages, onFollow }: LinkPopoverProps) {
  const found = wikiLinkAt(view.state, open.from);
  if (!found) return null;
  const place = wikiPagesOf(pages).find(found.link);
  const close = () => view.dispatch({ effects: closeLink.of(null) });
  return (
    <Popover.Root open onOpenChange={(next) => !next && close()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={textPlace(view, found.from, found.to)}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-10 outline-none"
        >
          <Popover.Popup
            aria-label="Link"
            initialFocus={false}
            finalFocus={false}
            className="w-80 max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-100 data-starting-style:opacity-0"
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
