/** Tables as they are written: cell by cell, without their pipes. */
import type { Extension } from '@codemirror/state';
import './tables.css';
import { caretInCell } from './caret-in-cell.ts';
import { guardCells } from './guard-cells.ts';
import { pointAtCells } from './point-at-cells.ts';
import { tableFrames } from './table-frames.ts';
import { tableKeys } from './table-keys.ts';
import { tableView } from './table-view.ts';
import { tableTools } from './tools-place.ts';

export function tables(): Extension {
  return [tableView(), tableKeys(), caretInCell, guardCells, pointAtCells, tableFrames, tableTools];
}
