/** A list of the page's headings in the editor. */
import { isTableOfContents } from '../../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { readOutline } from '../../outline/read-outline.ts';
import type { KindPreview, ShowParagraph } from '../../view/kind-preview.ts';
import { ContentsWidget } from './contents-widget.ts';

const show: ShowParagraph = (state) => ({
  widget: new ContentsWidget(readOutline(state)),
  whileRead: 'instead',
  whileWritten: false,
});

export const preview: KindPreview = {
  paragraph: { begins: /^\[/, read: (source) => (isTableOfContents(source) ? show : undefined) },
};
