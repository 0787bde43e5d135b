/** Tables as they are written: cell by cell. */
import type { Extension } from '@codemirror/state';
import { caretInCell } from './caret-in-cell.ts';
import { guardCells } from './guard-cells.ts';
import { pointAtCells } from './point-at-cells.ts';
import { selectingCells } from './selection/selecting-cells.ts';
import { steadyColumns } from './steady-columns.ts';
import { tableKeys } from './table-keys.ts';
import { tooLarge } from './too-large.ts';
import { tableTools } from './tools-place.ts';

export function tableWriting(): Extension {
  return [
    tableKeys(),
    caretInCell,
    guardCells,
    pointAtCells,
    selectingCells,
    steadyColumns,
    tableTools,
    tooLarge,
  ];
}
