/**
 * Chooses a page's icon: a field over a grid that follows what is typed in it. Arrow keys go through the grid, Enter takes
 * what is marked, Escape goes back. Only the rows in view are drawn.
 */
import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { type IconColor, isIconColor } from '../../../../lib/page/known-looks.ts';
import { ownIcon } from '../../../../lib/page/page-look.ts';
import { Button } from '../../../../ui/button.tsx';
import { INPUT_CLASSES } from '../../../../ui/fields/text-field.tsx';
import { type GridRow, gridOf, nextCell } from '../../state/look/icon-grid.ts';
import { findIcons, iconGroups } from '../../state/look/page-icons.ts';
import { useIconColor, useRecentIcons } from '../../state/look/recent-icons.ts';
import { IconColors } from './icon-colors.tsx';
import { IconTable, useIconRows } from './icon-table.tsx';
import { LookPopup } from './look-popup.tsx';

interface IconPickerProps {
  readonly anchor: RefObject<HTMLElement | null>;
  /** The page's icon at the moment. */
  readonly icon: string | undefined;
  readonly onChoose: (icon: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function IconPicker({ anchor, icon, onChoose, onRemove, onClose }: IconPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [recent, remember] = useRecentIcons();
  const [shownRecent] = useState(recent);
  const [storedColor, storeColor] = useIconColor();
  const own = icon === undefined ? undefined : ownIcon(icon);
  const color = isIconColor(own?.color) ? own.color : storedColor;
  const isSearch = typed.trim() !== '';
  const rows = gridOf(
    isSearch ? [{ name: '', icons: findIcons(typed, color) }] : iconGroups(color, shownRecent),
  );
  const choose = (chosen: string) => {
    remember(chosen);
    onChoose(chosen);
    onClose();
  };
  const chooseColor = (next: IconColor) => {
    storeColor(next);
    if (own) onChoose(`${own.name}/${next}`);
  };
  return (
    <LookPopup anchor={anchor} label="Page icon" initialFocus={() => enter(input.current)} onClose={onClose}>
      <IconSearch
        inputRef={input}
        rows={rows}
        icon={icon}
        typed={typed}
        onType={setTyped}
        onChoose={choose}
      />
      <div className="flex shrink-0 items-center justify-between gap-2 border-t border-line px-2 py-1.5">
        <IconColors color={color} onChange={chooseColor} />
        {icon !== undefined && (
          <Popover.Close
            render={
              <Button look="quiet" onClick={onRemove} className="min-h-8 px-2.5 py-1">
                Remove
              </Button>
            }
          />
        )}
      </div>
    </LookPopup>
  );
}

/** By touch, the field would raise the keyboard over the icons. */
function enter(field: HTMLElement | null): HTMLElement | null {
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  return isTouch ? (field?.closest<HTMLElement>('[role="dialog"]') ?? null) : field;
}

interface IconSearchProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly rows: readonly GridRow[];
  readonly icon: string | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChoose: (icon: string) => void;
}

function IconSearch({ inputRef, rows, icon, typed, onType, onChoose }: IconSearchProps) {
  const id = useId();
  const drawn = useIconRows(rows);
  // While one searches, Enter takes the first.
  const [marked, setMarked] = useState(typed === '' ? undefined : 0);
  const cells = rows.flatMap(({ icons }) => icons);
  const at = marked === undefined || cells.length === 0 ? undefined : Math.min(marked, cells.length - 1);
  const type = (next: string) => {
    onType(next);
    setMarked(next.trim() === '' ? undefined : 0);
    drawn.showFirst();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = at === undefined ? undefined : cells[at];
    const next = nextCell(rows, at, event.key);
    if (event.key === 'Enter' && chosen) onChoose(chosen.icon);
    else if (next !== undefined) {
      setMarked(next);
      drawn.show(next);
    } else if (event.key !== 'Enter') return;
    event.preventDefault();
  };
  return (
    <>
      <div className="shrink-0 p-2 pb-1">
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label="Search icons"
          aria-expanded
          aria-controls={id}
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-activedescendant={at === undefined ? undefined : `${id}-${at}`}
          placeholder="Search icons…"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className={INPUT_CLASSES}
        />
      </div>
      <p role="status" className={cells.length === 0 ? 'px-4.5 py-2.5 text-sm text-ink-muted' : 'sr-only'}>
        {typed.trim() === '' ? '' : statusOf(cells.length)}
      </p>
      <IconTable
        id={id}
        rows={rows}
        drawn={drawn}
        icon={icon}
        marked={at}
        onMark={setMarked}
        onChoose={onChoose}
      />
    </>
  );
}

function statusOf(count: number): string {
  if (count === 0) return 'No icon has this name';
  return count === 1 ? '1 icon' : `${count} icons`;
}
