/** Tables as they look while they are written: cells without their pipes. */
import type { Extension } from '@codemirror/state';
import './tables.css';
import { tableFrames } from './table-frames.ts';
import { tableView } from './table-view.ts';

export function tables(): Extension {
  return [tableView(), tableFrames];
}
