/**
 * How callouts, toggles, highlights, footnotes, formulas, diagrams, tables of contents, cards and rows of pictures look while a
 * page is written, and how tables are: a file of its own, for which the first text of a page does not wait.
 */
import type { Extension } from '@codemirror/state';
import '../kinds.css';
import '../pictures/picture-row.css';
import { tableWriting } from '../tables/table-writing.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { blockPreview } from './block-preview.ts';
import { calloutFolds } from './callouts/callout-folds.ts';
import { calloutState } from './callouts/callout-state.ts';
import { decorators } from './decorators.ts';
import { decorateFile } from './file-decorations.ts';
import { frontMatterPreview } from './front-matter-preview.ts';
import { decorateKind, kindFacts } from './kind-decorations.ts';
import { togglePreview } from './toggles/toggle-preview.ts';

export function morePreview(images: ShownImages): Extension {
  return [
    kindFacts,
    frontMatterPreview,
    calloutState,
    calloutFolds,
    decorators.of(decorateFile),
    decorators.of(decorateKind),
    blockPreview(images),
    togglePreview(),
    tableWriting(),
  ];
}
