/**
 * A field over a list that follows what is typed in it, at a place of the page. As in the command palette, arrow keys go
 * through the list, Enter takes what is marked, Escape goes back. It is open as long as it is drawn.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { LETS_SEARCH } from '../../lib/browser/window-keys.ts';
import { INPUT_CLASSES } from '../fields/text-field.tsx';

export interface PopoverPlace {
  getBoundingClientRect(): DOMRect;
  readonly contextElement?: Element;
}

interface PickerPopoverProps<Item> {
  readonly place: PopoverPlace;
  /** Closes it, and gives the focus to where the next key belongs. */
  readonly onClose: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The item's name when it is read aloud in the field. */
  readonly nameOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  readonly onChoose: (item: Item) => void;
  /** How it stands, announced, and shown where there is no item. */
  readonly status: string;
  /** Whether the key of the search leads to it from here. */
  readonly letsSearch?: boolean;
  /** Shown below the list. */
  readonly children?: ReactNode;
}

export function PickerPopover<Item>(props: PickerPopoverProps<Item>) {
  const { place, onClose, label, letsSearch = false, children } = props;
  const giveWay = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => {
    if (letsSearch && key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey) onClose();
  };
  const input = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={place}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-10 outline-none"
        >
          <Popover.Popup
            aria-label={label}
            initialFocus={input}
            finalFocus={false}
            onKeyDown={giveWay}
            {...(letsSearch && { [LETS_SEARCH]: '' })}
            className="flex max-h-(--available-height) w-80 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-float outline-none transition-opacity duration-100 data-starting-style:opacity-0"
          >
            <PickerList {...props} inputRef={input} />
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PickerList<Item>(
  props: PickerPopoverProps<Item> & { readonly inputRef: RefObject<HTMLInputElement | null> },
) {
  const { inputRef, label, placeholder, value, onValueChange, items, keyOf, nameOf, renderItem } = props;
  return (
    <Autocomplete.Root
      open
      inline
      items={items}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={value}
      // Taking an item would write its name into the field.
      onValueChange={(next, { reason }) => reason !== 'item-press' && onValueChange(next)}
      itemToStringValue={nameOf}
    >
      <div className="shrink-0 p-2 pb-0">
        <Autocomplete.Input
          dir="auto"
          ref={inputRef}
          aria-label={label}
          placeholder={placeholder}
          // A popover gives the focus with the next frame: until then, keys would go to the text.
          autoFocus
          // Enter keeps the name that is there already, and typing replaces it.
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={INPUT_CLASSES}
        />
      </div>
      <Autocomplete.Status
        className={items.length === 0 ? 'px-4.5 py-2.5 text-sm text-ink-muted' : 'sr-only'}
      >
        {props.status}
      </Autocomplete.Status>
      <Autocomplete.List className="max-h-64 min-h-0 scroll-py-1 overflow-y-auto overscroll-contain p-1 empty:hidden">
        {(item: Item) => (
          <Autocomplete.Item
            key={keyOf(item)}
            value={item}
            onClick={() => props.onChoose(item)}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
          >
            {renderItem(item)}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
