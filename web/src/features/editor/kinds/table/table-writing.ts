/** Tables as they are written: cell by cell. */
import type { Extension } from '@codemirror/state';
import { steadyColumns } from './drawn/steady-columns.ts';
import { tableFrames } from './drawn/table-frames.ts';
import { selectingCells } from './selection/selecting-cells.ts';
import { tooLarge } from './too-large.ts';
import { tableKeys } from './tools/table-keys.ts';
import { tableTools } from './tools/tools-place.ts';
import { caretInCell } from './writing/caret-in-cell.ts';
import { guardCells } from './writing/guard-cells.ts';
import { pointAtCells } from './writing/point-at-cells.ts';

export function tableWriting(): Extension {
  return [
    tableKeys(),
    caretInCell,
    guardCells,
    pointAtCells,
    selectingCells,
    steadyColumns,
    tableFrames,
    tableTools,
    tooLarge,
  ];
}
