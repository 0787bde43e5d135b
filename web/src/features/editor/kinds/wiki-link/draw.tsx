/** Wiki links as they are read. A link that means no page, or several, asks what is meant. */
import { Popover } from '@base-ui/react/popover';
import { type MouseEvent, useState, useSyncExternalStore } from 'react';
import { readWikiLink, wikiWords } from '../../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import { iconAttributes } from '../../../../lib/page/page-look.ts';
import type { DrawnProps } from '../../drawing/draw-elements.tsx';
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { useReading } from '../../drawing/use-reading.ts';
import { WikiChoices } from './wiki-choices.tsx';

export const draw: readonly KindDrawer[] = [{ name: 'a', having: 'data-wiki', draw: DrawnWikiLink }];

function DrawnWikiLink({ node, children }: DrawnProps) {
  return useReading().isComparison ? (
    <span className="wiki-link">{children}</span>
  ) : (
    <WikiLinkRead source={String(node.properties['data-wiki'])} />
  );
}

/** @param source the words in the page's text */
function WikiLinkRead({ source }: { readonly source: string }) {
  const { wiki, onFollow } = useReading();
  const [isOpen, setOpen] = useState(false);
  const link = readWikiLink(source);
  // Called each time that something becomes known: what a link means is looked up each time it is drawn.
  useSyncExternalStore(wiki?.places.subscribe ?? neverTold, () => JSON.stringify(wiki?.places.find(link)));
  const place = wiki?.places.find(link) ?? { kind: 'unknown' as const };
  const className = `wiki-link wiki-${place.kind}${link.isEmbed ? ' page-embed' : ''}`;
  if (place.kind === 'unknown') return <span className={className}>{wikiWords(link)}</span>;
  if (place.kind === 'page' || place.kind === 'here') {
    const follow = (event: MouseEvent) => {
      // If a key is held down, the browser opens it in a tab of its own.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onFollow(place.address);
    };
    const page = place.kind === 'page' ? place.page : undefined;
    return (
      <a
        href={place.address}
        className={className}
        data-page={page?.id}
        {...iconAttributes(page?.icon)}
        onClick={follow}
      >
        {link.alias ?? place.words}
      </a>
    );
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={className}>{wikiWords(link)}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} collisionPadding={8} className="z-10">
          <Popover.Popup
            aria-label="Link"
            className="w-80 max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-100 data-starting-style:opacity-0"
          >
            <WikiChoices
              place={place}
              onFollow={(address) => {
                setOpen(false);
                onFollow(address);
              }}
              onCreate={(name) => {
                setOpen(false);
                wiki?.create(name);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const neverTold = () => () => undefined;
