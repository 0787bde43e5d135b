/** The actions for the row, the column and the table at the caret. */
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  ArrowDown,
  ArrowDownAZ,
  ArrowDownToLine,
  ArrowDownZA,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  type LucideIcon,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Trash2,
} from 'lucide-react';
import { Fragment } from 'react';
import { MenuItem, MenuSeparator } from '../../../../../ui/menus/menu.tsx';
import {
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  align,
  bySight,
  moveColumnLeft,
  moveColumnRight,
  moveRowDown,
  moveRowUp,
  removeTable,
  removeThisColumn,
  removeThisRow,
  sortBy,
} from '../writing/table-commands.ts';
import type { Axis } from './drag-line.ts';

interface Action {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: StateCommand;
  readonly removes?: true;
}

const ROW: readonly Action[] = [
  { name: 'Insert row above', icon: ArrowUpToLine, run: addRowAbove },
  { name: 'Insert row below', icon: ArrowDownToLine, run: addRowBelow },
  { name: 'Move row up', icon: ArrowUp, run: moveRowUp },
  { name: 'Move row down', icon: ArrowDown, run: moveRowDown },
  { name: 'Delete row', icon: Trash2, run: removeThisRow, removes: true },
];

const COLUMN: readonly Action[] = [
  { name: 'Insert column left', icon: ArrowLeftToLine, run: bySight(addColumnLeft, addColumnRight) },
  { name: 'Insert column right', icon: ArrowRightToLine, run: bySight(addColumnRight, addColumnLeft) },
  { name: 'Move column left', icon: ArrowLeft, run: bySight(moveColumnLeft, moveColumnRight) },
  { name: 'Move column right', icon: ArrowRight, run: bySight(moveColumnRight, moveColumnLeft) },
  { name: 'Sort ascending', icon: ArrowDownAZ, run: sortBy('ascending') },
  { name: 'Sort descending', icon: ArrowDownZA, run: sortBy('descending') },
  { name: 'Align left', icon: TextAlignStart, run: bySight(align('left'), align('right')) },
  { name: 'Align center', icon: TextAlignCenter, run: align('center') },
  { name: 'Align right', icon: TextAlignEnd, run: bySight(align('right'), align('left')) },
  { name: 'Delete column', icon: Trash2, run: removeThisColumn, removes: true },
];

const TABLE: readonly Action[] = [{ name: 'Delete table', icon: Trash2, run: removeTable, removes: true }];

const GROUPS = { row: [ROW], column: [COLUMN], table: [ROW, COLUMN, TABLE] } as const;

interface TableMenuItemsProps {
  readonly view: EditorView;
  /** All of them, for who came by the keyboard. */
  readonly of: Axis | 'table';
  readonly onBefore: () => void;
}

export function TableMenuItems({ view, of, onBefore }: TableMenuItemsProps) {
  const start = (run: StateCommand) => {
    onBefore();
    run(view);
  };
  return GROUPS[of].map((group, index) => (
    <Fragment key={group[0]?.name}>
      {index > 0 && <MenuSeparator />}
      {group.map(({ name, icon: Icon, run, removes = false }) => (
        <MenuItem key={name} danger={removes} onClick={() => start(run)}>
          <Icon aria-hidden />
          {name}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
