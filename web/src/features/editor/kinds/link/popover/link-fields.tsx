/** Writes a link: one field for a page or an address, one for the text. A choice in the first is written at once. */
import { CornerDownLeft, FilePlus, FileText, Globe } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { shortPath } from '../../../../../lib/format/short-path.ts';
import { pageTitle } from '../../../../../lib/page/page-title.ts';
import { Button } from '../../../../../ui/button.tsx';
import { TextField } from '../../../../../ui/fields/text-field.tsx';
import { PageIcon } from '../../../../../ui/icons/page-icon.tsx';
import { PickerPopover } from '../../../../../ui/palette/picker-popover.tsx';
import { findPages, isPageName } from '../../../linked-pages/find-pages.ts';
import type { LinkablePage, LinkablePages } from '../../../linked-pages/linkable-page.ts';
import { linkedPage, readAddress, shownAddress } from '../../../linked-pages/page-address.ts';
import { textPlace } from '../../../view/text-place.ts';
import { closeLink } from '../link-popover-state.ts';
import { existing, type LinkTexts, readTexts, removeLink, writeLink } from '../write-link.ts';
import type { LinkPopoverProps } from './link-popover-props.ts';

type Target =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'page'; readonly page: LinkablePage }
  | { readonly kind: 'new'; readonly name: string };

const MOST = 8;

export function LinkFields({ view, open, pages }: LinkPopoverProps) {
  const [before] = useState(() => readTexts(view.state, open));
  const isThere = existing(view.state, open.from, open.to) !== undefined;
  const beforePage = linkedPage(before.address, location.origin);
  const beforeTitle = beforePage === undefined ? undefined : pages.nameOf(beforePage);
  const [typed, setTyped] = useState(() => firstTyped(before, beforeTitle));
  const [text, setText] = useState(before.text ?? '');
  const targets = targetsFor(typed, before, beforeTitle, pages);
  const [first] = targets;
  const close = () => {
    view.focus();
    view.dispatch({ effects: closeLink.of(null) });
  };
  const write = (target: Target) => {
    const { address, name } = destination(target, pages);
    // A text that was the old page's title, or an address, is not kept for another one.
    const isOwn =
      text.trim() !== '' && text !== beforeTitle && readAddress(text, location.origin) !== address;
    // Others may have written in it meanwhile.
    const stays = before.text === undefined || (isOwn && text === before.text);
    const shown = stays ? undefined : isOwn ? text : (name ?? (text || ''));
    view.focus();
    view.dispatch(writeLink(view.state, open, { text: shown, address }));
  };
  const writeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (first) write(first);
  };
  return (
    <PickerPopover
      place={textPlace(view, open.from, open.to)}
      onClose={close}
      letsSearch
      label="Page or web address"
      placeholder="Search pages or paste an address"
      value={typed}
      onValueChange={setTyped}
      items={targets}
      keyOf={keyOf}
      nameOf={nameOf}
      renderItem={(target) => <TargetRow target={target} />}
      onChoose={write}
      status={
        targets.length === 0 ? 'No page, and no address that can be followed' : `${targets.length} choices`
      }
    >
      <div className="flex shrink-0 flex-col gap-3 border-t border-line px-2 pt-2.5 pb-2">
        {before.text !== undefined && (
          <TextField
            label="Text"
            placeholder={first ? (destinationName(first) ?? '') : ''}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={writeOnEnter}
          />
        )}
        <div className="flex justify-end gap-2">
          {isThere && (
            <Button
              look="quiet"
              className="me-auto"
              onClick={() => {
                view.focus();
                view.dispatch(removeLink(view.state, open));
              }}
            >
              Remove link
            </Button>
          )}
          <Button look="primary" disabled={!first} onClick={() => first && write(first)}>
            {isThere ? 'Save' : 'Add link'}
          </Button>
        </div>
      </div>
    </PickerPopover>
  );
}

/** A link's address; without one, a selected address, or a selected text to find a page by. */
function firstTyped(before: LinkTexts, title?: string): string {
  if (before.address !== '') return title ?? before.address;
  const text = before.text ?? '';
  return readAddress(text, location.origin) === undefined ? '' : text;
}

function targetsFor(
  typed: string,
  before: LinkTexts,
  beforeTitle: string | undefined,
  pages: LinkablePages,
): Target[] {
  const { address: beforeAddress, text } = before;
  const given = typed.trim();
  // Not touched yet: it goes on leading where it leads.
  if (beforeAddress !== '' && given === (beforeTitle ?? beforeAddress))
    return [{ kind: 'address', address: beforeAddress }];
  const all = pages.list();
  // The text that is to become a link may be the name of a page.
  const name = given === '' && isPageName(all, text ?? '') ? (text ?? '').trim() : given;
  const address = name === '' ? undefined : readAddress(name, location.origin);
  const isFull = address !== undefined && /^(?:[a-z]+:|\/|#)/i.test(name);
  return [
    ...(address === undefined ? [] : [{ kind: 'address', address } as const]),
    ...(isFull
      ? []
      : findPages(all, name)
          .slice(0, MOST)
          .map((page) => ({ kind: 'page', page }) as const)),
    ...(name === '' || isFull || isPageName(all, name) ? [] : [{ kind: 'new', name } as const]),
  ];
}

function destination(
  target: Target,
  pages: LinkablePages,
): { readonly address: string; readonly name?: string } {
  if (target.kind === 'new') {
    const page = pages.create(target.name);
    return { address: page.path, name: pageTitle(page.name) };
  }
  if (target.kind === 'page') return { address: target.page.path, name: pageTitle(target.page.name) };
  const page = linkedPage(target.address, location.origin);
  const name = page === undefined ? undefined : pages.nameOf(page);
  return { address: target.address, ...(name !== undefined && { name }) };
}

function destinationName(target: Target): string | undefined {
  if (target.kind === 'address') return shownAddress(target.address);
  return target.kind === 'new' ? target.name : pageTitle(target.page.name);
}

function keyOf(target: Target): string {
  return target.kind === 'page' ? target.page.id : target.kind;
}

function nameOf(target: Target): string {
  if (target.kind === 'new') return `Create page “${target.name}”`;
  return destinationName(target) ?? '';
}

function TargetRow({ target }: { readonly target: Target }) {
  const Icon = target.kind === 'address' ? Globe : target.kind === 'new' ? FilePlus : FileText;
  const icon = target.kind === 'page' ? target.page.icon : undefined;
  const path = target.kind === 'page' ? shortPath(target.page.ancestors().map(pageTitle)) : [];
  return (
    <>
      {icon === undefined ? <Icon aria-hidden /> : <PageIcon icon={icon} />}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {nameOf(target)}
      </span>
      {path.length > 0 && (
        <span dir="auto" className="min-w-12 shrink-[9999] truncate text-[0.8125rem] text-ink-muted">
          {path.join(' / ')}
        </span>
      )}
      {target.kind === 'address' && <CornerDownLeft aria-hidden />}
    </>
  );
}
