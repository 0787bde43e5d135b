/**
 * A field over a list that follows what is typed in it, in front of everything: arrow keys go through the list, Enter
 * takes what is marked, Escape goes back. Its user decides what is in the list, and what taking an item does.
 */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { usePaletteKeys } from './use-palette-keys.ts';

export interface PaletteGroup<Item> {
  readonly name: string;
  readonly items: readonly Item[];
}

interface CommandPaletteProps<Item> {
  /** Closes it, and gives the focus to where the next key belongs. */
  readonly onClose: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly groups: readonly PaletteGroup<Item>[];
  readonly keyOf: (item: Item) => string;
  /** The item's name when it is read aloud in the field. */
  readonly nameOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /** @param elsewhere whether it is wanted in a tab of its own (Ctrl or Command) */
  readonly onChoose: (item: Item, elsewhere: boolean) => void;
  /** The list is still that of what was typed before: Enter waits for the right one, unless a key has led to an item. */
  readonly isOutdated: boolean;
  /** How it stands, announced: the number of results, or that there are no results. */
  readonly status: string;
  /** Shown between the field and the list. */
  readonly notice?: ReactNode;
}

/** It is open as long as it is drawn. */
export function CommandPalette<Item>(props: CommandPaletteProps<Item>) {
  const { onClose, label, placeholder, value, onValueChange, groups, nameOf, status, notice } = props;
  const keys = usePaletteKeys(props);
  const type = (next: string) => {
    keys.startAnew();
    onValueChange(next);
  };
  return (
    <PaletteFrame label={label} onClose={onClose}>
      {(input) => (
        <Autocomplete.Root
          open
          inline
          items={groups.map(({ name, items }) => ({ value: name, items }))}
          filter={null}
          autoHighlight="always"
          keepHighlight
          value={value}
          // Taking an item would write its name into the field.
          onValueChange={(next, { reason }) => reason !== 'item-press' && type(next)}
          itemToStringValue={nameOf}
          onItemHighlighted={(item, { reason }) => keys.mark(item, reason === 'keyboard')}
        >
          <PaletteField
            ref={input}
            aria-label={label}
            placeholder={placeholder}
            onKeyDownCapture={keys.press}
          />
          {notice}
          <Autocomplete.Status className="sr-only">{status}</Autocomplete.Status>
          <div
            aria-busy={keys.isWaiting}
            className="min-h-0 overflow-y-auto overscroll-contain transition-opacity aria-busy:opacity-60 aria-busy:delay-100"
          >
            <PaletteList {...props} />
          </div>
        </Autocomplete.Root>
      )}
    </PaletteFrame>
  );
}

interface PaletteFrameProps {
  readonly label: string;
  readonly onClose: () => void;
  /** @param input where the keys go */
  readonly children: (input: RefObject<HTMLInputElement | null>) => ReactNode;
}

function PaletteFrame({ label, onClose, children }: PaletteFrameProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity duration-100 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 flex items-start justify-center overflow-hidden p-2 sm:p-4 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={label}
            initialFocus={input}
            // Else it would take the focus from a dialog that was chosen here.
            finalFocus={false}
            className="flex max-h-[min(32rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-float transition-opacity duration-100 outline-none data-starting-style:opacity-0"
          >
            {children(input)}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteField(props: ComponentProps<typeof Autocomplete.Input>) {
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-b border-line ps-4 pe-2">
      <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <Autocomplete.Input
        dir="auto"
        // A dialog gives the focus with the next frame: until then, keys would go to the screen beneath.
        autoFocus
        maxLength={200}
        className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-muted"
        {...props}
      />
      <Dialog.Close
        render={
          <IconButton label="Close">
            <X aria-hidden />
          </IconButton>
        }
      />
    </div>
  );
}

type PaletteListProps<Item> = Pick<CommandPaletteProps<Item>, 'keyOf' | 'renderItem' | 'onChoose'>;

/** The groups are the library's to hand on. */
function PaletteList<Item>({ keyOf, renderItem, onChoose }: PaletteListProps<Item>) {
  return (
    <Autocomplete.List className="scroll-py-2 p-2 empty:hidden">
      {(group: { readonly value: string; readonly items: readonly Item[] }) => (
        <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
          <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs font-medium text-ink-muted">
            {group.value}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: Item) => (
              <Autocomplete.Item
                key={keyOf(item)}
                value={item}
                onClick={(event) => onChoose(item, event.ctrlKey || event.metaKey)}
                className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
              >
                {renderItem(item)}
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}
