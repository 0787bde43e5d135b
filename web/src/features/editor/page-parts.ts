/** The parts around a page's text that nobody needs to read it: one file, which comes after the text. */

export { othersCarets } from './carets/others-carets.ts';
export { keptUndo } from './commands/kept-undo.ts';
export { stepCarets } from './commands/step-carets.ts';
export { aroundDrops } from './files/take-files.ts';
export { PageCards } from './links/page-card.tsx';
export { morePreview } from './live-preview/more-preview.ts';
export { Outline } from './outline/outline.tsx';
export { Backlinks } from './parts/backlinks.tsx';
export { EditorPopovers } from './parts/editor-popovers.tsx';
export { EmptyPage } from './parts/empty-page.tsx';
export { KeptWords } from './parts/kept-words.tsx';
export { pageToFill } from './parts/page-to-fill.ts';
export { WritingTools } from './parts/writing-tools.tsx';
export { insertProperty } from './properties/insert-property.ts';
export { Properties } from './properties/properties.tsx';
export { showAnchor } from './reading/show-anchor.ts';
export { showReadHeading } from './reading/show-heading.ts';
export { TableTools } from './tables/table-tools.tsx';
export { PageToolbar } from './toolbar/page-toolbar.tsx';
export { writingAids } from './writing-aids/writing-aids.ts';
export { writingKeys } from './writing-aids/writing-keys.ts';
