/** Draws a formula, written or read. Until KaTeX is there, and where it finds a fault, its source stands in its place. */
import { whenNear } from '../../view/when-near.ts';
import './formulas.css';

/** Within text, in a line of its own within a paragraph, or as a block. */
export type FormulaPlace = 'text' | 'line' | 'block';

type Library = typeof import('./katex-library.ts');

let library: Library | undefined;
let loading: Promise<Library> | undefined;

/**
 * @param onDrawn called when its size may have changed
 * @returns to be called when the element goes
 */
export function drawFormula(
  element: HTMLElement,
  tex: string,
  place: FormulaPlace,
  onDrawn: () => void = () => undefined,
): () => void {
  element.className = `formula formula-${place}`;
  if (library) {
    draw(library, element, tex, place);
    return () => undefined;
  }
  showSource(element, tex);
  return whenNear(element, async () => {
    try {
      draw(await load(), element, tex, place);
    } catch {
      showProblem(element, tex, 'Formulas cannot be drawn right now.');
    }
    onDrawn();
  });
}

async function load(): Promise<Library> {
  loading ??= import('./katex-library.ts').catch((error) => {
    loading = undefined;
    throw error;
  });
  const loaded = await loading;
  await loaded.loadFonts();
  library = loaded;
  return loaded;
}

function draw(loaded: Library, element: HTMLElement, tex: string, place: FormulaPlace): void {
  try {
    loaded.renderTex(tex, place !== 'text', element);
    // A formula that is wider than the page scrolls, for the keyboard too.
    if (place !== 'text') element.tabIndex = 0;
  } catch (error) {
    showProblem(element, tex, `This formula has a fault: ${(error as Error).message}.`);
  }
}

function showSource(element: HTMLElement, tex: string): void {
  const source = document.createElement('code');
  source.textContent = tex;
  element.replaceChildren(source);
}

function showProblem(element: HTMLElement, tex: string, sentence: string): void {
  showSource(element, tex);
  const problem = document.createElement('span');
  problem.className = 'kind-problem';
  problem.textContent = sentence;
  element.append(' ', problem);
}
