/**
 * How callouts, toggles, highlights, footnotes, formulas, diagrams and tables of contents look while a page is written, and how
 * tables are written: a file of its own, for which the first text of a page does not wait.
 */
import type { Extension } from '@codemirror/state';
import '../kinds.css';
import { tableWriting } from '../tables/table-writing.ts';
import { blockPreview } from './block-preview.ts';
import { decorators } from './decorators.ts';
import { decorateKind, kindFacts } from './kind-decorations.ts';
import { togglePreview } from './toggles/toggle-preview.ts';

export function morePreview(): Extension {
  return [kindFacts, decorators.of(decorateKind), blockPreview(), togglePreview(), tableWriting()];
}
