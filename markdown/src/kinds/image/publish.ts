/** Pictures as HTML: one in a text, or several side by side. */
import type { Printers } from '../../publish/printing.ts';

export const publish: Pick<Printers, 'image' | 'pictures'> = {
  image: {
    print: ({ url, words }, { surroundings, isInLink }) => surroundings.image(url, words, isInLink),
  },
  pictures: {
    print: ({ children }, { surroundings }) => {
      // The words below a picture are those of its link.
      const pictures = children.map(({ url, title, words }) =>
        surroundings.image(url, title || words, false),
      );
      return `<div class="pictures">${pictures.join('')}</div>\n`;
    },
  },
};
