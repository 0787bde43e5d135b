/**
 * The card of a link to a page, which shows how that page begins, or of a footnote's number, which shows what it says: after a
 * moment under the pointer, or with the focus of the keyboard. A finger's first tap shows a footnote, the second one goes there.
 */
import { PreviewCard } from '@base-ui/react/preview-card';
import type { EditorView } from '@codemirror/view';
import { useRef, useState } from 'react';
import { useWindowEvent } from '../../../../lib/browser/window-events.ts';
import { useMovedByKey } from '../../../../lib/focus/tooltips.ts';
import { useTimer } from '../../../../lib/hooks/use-timer.ts';
import { PageBeginning } from '../../linked-pages/page-beginning.tsx';
import { FootnoteBeginning } from '../footnote/footnote-beginning.tsx';
import { goToFootnote } from '../footnote/go-to-footnote.ts';

const SHOW_AFTER_MS = 500;
const SHOW_FOOTNOTE_AFTER_MS = 200;
const HIDE_AFTER_MS = 200;
const CARD = 'page-card';

interface Pointed {
  readonly link: HTMLElement;
  readonly kind: 'page' | 'footnote';
  /** The page's id, or the footnote's name. */
  readonly name: string;
  /** The link's place, also once the editor has drawn it again. */
  readonly place: DOMRect;
}

interface PageCardsProps {
  /** @returns the page's Markdown */
  readonly readText: () => string;
  /** The editor of the page while it is written. */
  readonly view: EditorView | undefined;
}

/** Stands once beside what has the links. */
export function PageCards({ readText, view }: PageCardsProps) {
  const [wanted, setWanted] = useState<Pointed>();
  const [shown, setShown] = useState<Pointed>();
  // A click on a link opens something else: its card stays away until the pointer has been elsewhere.
  const [pressed, setPressed] = useState<string>();
  // The footnote that a finger is on: once it is lifted, the editor draws it again, and a click may not follow.
  const touched = useRef<Pointed>(undefined);
  const isFirstTap = useRef(false);
  const isMovedByKey = useMovedByKey();
  const isSettled = wanted?.link === shown?.link;
  const showAfter = wanted?.kind === 'footnote' ? SHOW_FOOTNOTE_AFTER_MS : SHOW_AFTER_MS;
  useTimer(() => setShown(wanted), isSettled ? undefined : wanted ? showAfter : HIDE_AFTER_MS, wanted);
  const point = (target: EventTarget | null) => {
    const next = isInCard(target) ? shown : pointedAt(target);
    if (next?.name !== pressed) setPressed(undefined);
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
  useWindowEvent('pointerdown', ({ pointerType, target }) => {
    if (isInCard(target)) return;
    const next = pointedAt(target);
    isFirstTap.current = false;
    touched.current = pointerType !== 'mouse' && next?.kind === 'footnote' ? next : undefined;
    if (touched.current) return;
    hide();
    setPressed(next?.name);
  });
  useWindowEvent('pointerup', ({ target }) => {
    const next = touched.current;
    if (!next || isInCard(target)) return;
    touched.current = undefined;
    if (next.name === shown?.name) return hide();
    isFirstTap.current = true;
    setWanted(next);
    setShown(next);
  });
  useWindowEvent('click', (event) => isFirstTap.current && event.preventDefault());
  useWindowEvent('focusin', ({ target }) => isMovedByKey() && point(target));
  useWindowEvent('keydown', ({ key }) => {
    // In the text, the next key is for writing.
    if (key === 'Escape' || (shown && isWritten(shown.link))) hide();
  });
  useWindowEvent('keyup', ({ key }) => {
    const at = key.startsWith('Arrow') ? getSelection()?.anchorNode?.parentElement : null;
    if (at?.isContentEditable && pointedAt(at)?.kind === 'footnote') point(at);
  });
  if (!shown) return null;
  const { link, kind, name, place } = shown;
  const follow = () => {
    hide();
    if (!isWritten(link)) link.click();
    else if (view) goToFootnote(view, name);
  };
  return (
    <PreviewCard.Root
      open
      // A press elsewhere is heard above; that of the tap which opened the card comes after it.
      onOpenChange={(next, { reason }) => !next && reason !== 'outside-press' && hide()}
    >
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          anchor={{ getBoundingClientRect: () => (link.isConnected ? link.getBoundingClientRect() : place) }}
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
            {kind === 'page' ? (
              <PageBeginning pageId={name} hasTitle />
            ) : (
              <FootnoteBeginning name={name} readText={readText} onFollow={follow} />
            )}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

function isWritten(link: Element): boolean {
  return link.closest('[contenteditable="true"]') !== null;
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[data-testid="${CARD}"]`) !== null;
}

function pointedAt(target: EventTarget | null): Pointed | undefined {
  const link = target instanceof Element ? target.closest('[data-page], [data-footnote]') : null;
  if (!(link instanceof HTMLElement)) return undefined;
  const { page, footnote } = link.dataset;
  const name = page ?? footnote;
  if (name === undefined) return undefined;
  return { link, kind: page === undefined ? 'footnote' : 'page', name, place: link.getBoundingClientRect() };
}
