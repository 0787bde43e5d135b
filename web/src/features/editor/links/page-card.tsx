/** The card of a link to a page: how that page begins, after a moment under the pointer or with the focus of the keyboard. */
import { PreviewCard } from '@base-ui/react/preview-card';
import { useState } from 'react';
import { useWindowEvent } from '../../../lib/browser/window-events.ts';
import { useMovedByKey } from '../../../lib/focus/tooltips.ts';
import { useTimer } from '../../../lib/use-timer.ts';
import { PageBeginning } from './page-beginning.tsx';

const SHOW_AFTER_MS = 500;
const HIDE_AFTER_MS = 200;
const CARD = 'page-card';

interface Pointed {
  readonly link: HTMLElement;
  readonly pageId: string;
}

/** Stands once beside what has the links. */
export function PageCards() {
  const [wanted, setWanted] = useState<Pointed>();
  const [shown, setShown] = useState<Pointed>();
  // A click on a link opens something else: its card stays away until the pointer has been elsewhere.
  const [pressed, setPressed] = useState<string>();
  const isMovedByKey = useMovedByKey();
  const isSettled = wanted?.link === shown?.link;
  useTimer(() => setShown(wanted), isSettled ? undefined : wanted ? SHOW_AFTER_MS : HIDE_AFTER_MS, wanted);
  const point = (target: EventTarget | null) => {
    const next = isInCard(target) ? shown : pointedAt(target);
    if (next?.pageId !== pressed) setPressed(undefined);
    else if (next) return;
    if (next?.link !== wanted?.link) setWanted(next);
  };
  const hide = () => {
    setWanted(undefined);
    setShown(undefined);
  };
  useWindowEvent('pointerover', ({ pointerType, buttons, target }) => {
    if (pointerType === 'mouse' && buttons === 0) point(target);
  });
  useWindowEvent('pointerdown', ({ target }) => {
    if (isInCard(target)) return;
    hide();
    setPressed(pointedAt(target)?.pageId);
  });
  useWindowEvent('focusin', ({ target }) => isMovedByKey() && point(target));
  useWindowEvent('keydown', ({ key }) => {
    // In the text, the next key is for writing.
    if (key === 'Escape' || shown?.link.isContentEditable) hide();
  });
  if (!shown) return null;
  return (
    <PreviewCard.Root open onOpenChange={(next) => !next && hide()}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          anchor={shown.link}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-10"
        >
          <PreviewCard.Popup
            data-testid={CARD}
            className="w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised px-3.5 py-3 text-ink shadow-float transition-opacity duration-100 data-starting-style:opacity-0"
          >
            <PageBeginning pageId={shown.pageId} hasTitle />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[data-testid="${CARD}"]`) !== null;
}

function pointedAt(target: EventTarget | null): Pointed | undefined {
  const link = target instanceof Element ? target.closest('[data-page]') : null;
  const pageId = link instanceof HTMLElement ? link.dataset.page : undefined;
  return link instanceof HTMLElement && pageId !== undefined ? { link, pageId } : undefined;
}
