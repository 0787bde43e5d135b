/** KaTeX with its styles: a file of its own, which loads with the first formula that comes into view. */
import katex from 'katex';
import 'katex/dist/katex.min.css';

// Those that nearly every formula has. Letters in another font first would move what is beside them.
const FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2'];
const LARGEST_EM = 20;

export async function loadFonts(): Promise<void> {
  await Promise.allSettled(FONTS.map((font) => document.fonts.load(font)));
}

/** @throws {Error} with a sentence about what is wrong with the TeX */
export function renderTex(tex: string, isDisplayed: boolean, element: HTMLElement): void {
  try {
    // Without trust, no TeX can make a link, load an image or set an attribute.
    katex.render(tex, element, {
      displayMode: isDisplayed,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      errorColor: 'var(--danger)',
      maxSize: LARGEST_EM,
    });
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    throw new Error(error.rawMessage, { cause: error });
  }
}
