/** Rows of pictures in the editor. */
import { syntaxTree } from '@codemirror/language';
import { pictureRow } from '../../markdown/picture-row.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { PictureRowWidget } from './picture-row-widget.ts';
import './picture-row.css';

export const preview: KindPreview = {
  paragraph: {
    begins: /^!\[/,
    read: (_source, from, state) => {
      const node = syntaxTree(state).topNode.childAfter(from);
      const pictures = node && pictureRow(node, (start, end) => state.sliceDoc(start, end));
      if (!pictures) return undefined;
      return (_state, images) => ({
        widget: new PictureRowWidget(pictures, images),
        whileRead: 'instead',
        whileWritten: true,
      });
    },
  },
};
