/** The grid of the icon picker: a table, of which only the rows in view are drawn. The picker's field has its keys. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import type { GridRow } from '../../state/look/icon-grid.ts';

const ROW_HEIGHT_PX = 36;

interface DrawnRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly height: number;
  readonly rows: readonly { readonly index: number; readonly start: number }[];
  /** Scrolls to the icon with this number. */
  show(number: number): void;
  showFirst(): void;
}

export function useIconRows(rows: readonly GridRow[]): DrawnRows {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 4,
  });
  return {
    scroller,
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems(),
    show: (number) => {
      const index = rows.findIndex(({ from, icons }) => number < from + icons.length);
      // The first ones come with the heading above them.
      virtualizer.scrollToIndex(rows[index - 1]?.heading === undefined ? index : index - 1);
      virtualizer.scrollToIndex(index);
    },
    showFirst: () => virtualizer.scrollToOffset(0),
  };
}

interface IconTableProps {
  readonly id: string;
  readonly rows: readonly GridRow[];
  readonly drawn: DrawnRows;
  /** The page's icon at the moment. */
  readonly icon: string | undefined;
  readonly marked: number | undefined;
  readonly onMark: (number: number) => void;
  readonly onChoose: (icon: string) => void;
}

export function IconTable({ id, rows, drawn, ...cells }: IconTableProps) {
  return (
    <div ref={drawn.scroller} className="h-64 min-h-0 overflow-y-auto overscroll-contain px-2 pb-1">
      <table
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go through its cells
        role="grid"
        aria-label="Icons"
        className="relative block"
        style={{ height: drawn.height }}
      >
        <tbody className="contents">
          {drawn.rows.map(({ index, start }) => {
            const row = rows[index];
            return row && <IconRow key={index} id={id} row={row} start={start} {...cells} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface IconRowProps extends Pick<IconTableProps, 'id' | 'icon' | 'marked' | 'onMark' | 'onChoose'> {
  readonly row: GridRow;
  /** How far down it stands, in px. */
  readonly start: number;
}

function IconRow({ id, row, start, icon, marked, onMark, onChoose }: IconRowProps) {
  return (
    <tr
      className="absolute inset-x-0 top-0 grid grid-cols-8"
      style={{ height: ROW_HEIGHT_PX, transform: `translateY(${start}px)` }}
    >
      {row.heading !== undefined && (
        <th
          scope="colgroup"
          className="col-span-8 self-end ps-1.5 pb-1 text-left text-xs font-medium text-ink-muted"
        >
          {row.heading}
        </th>
      )}
      {row.icons.map(({ icon: each, name }, place) => {
        const number = row.from + place;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <td
            key={each}
            id={`${id}-${number}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is chosen
            role="gridcell"
            tabIndex={-1}
            aria-label={name}
            aria-selected={each === icon}
            title={name}
            data-highlighted={number === marked ? '' : undefined}
            onPointerMove={() => number !== marked && onMark(number)}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(each)}
            className={classNames(
              'flex size-9 cursor-pointer items-center justify-center rounded-md text-xl select-none data-highlighted:bg-hover',
              each === icon && 'bg-selected',
            )}
          >
            <PageIcon icon={each} />
          </td>
        );
      })}
    </tr>
  );
}
