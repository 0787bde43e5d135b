/** Which way lines and tables go: all that a text with letters from right to left waits for. */
import type { Extension } from '@codemirror/state';
import { showDirections } from '../../kinds/table/drawn/show-directions.ts';
import { lineDirections } from './line-directions.ts';

export const firstDirections: Extension = [lineDirections, showDirections];
