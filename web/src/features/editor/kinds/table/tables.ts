/** Tables as they look while they are written: cells without their pipes. */
import type { Extension } from '@codemirror/state';
import './tables.css';
import { tableView } from './drawn/table-view.ts';

export function tables(): Extension {
  return tableView();
}
