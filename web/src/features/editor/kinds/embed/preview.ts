/** Players and documents in the editor: cards in place of their addresses. */
import { embedIn } from '../../../../../../markdown/src/kinds/embed/syntax.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { EmbedWidget } from './embed-widget.ts';

export const preview: KindPreview = {
  paragraph: {
    begins: /^[<h]/i,
    read: (source) => {
      const embed = embedIn(source);
      return embed && (() => ({ widget: new EmbedWidget(embed), whileRead: 'instead', whileWritten: true }));
    },
  },
};
