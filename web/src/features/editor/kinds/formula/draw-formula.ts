/** Draws a formula, written or read. Until KaTeX is there, and where it finds a fault, its source stands in its place. */

import { whenNear } from '../../../../lib/browser/nearness.ts';
import { pause } from '../../../../lib/browser/time/pause.ts';
import './formulas.css';

/** Within text, in a line of its own within a paragraph, or as a block. */
export type FormulaPlace = 'text' | 'line' | 'block';

type Library = typeof import('./katex-library.ts');

let library: Library | undefined;
let loading: Promise<Library> | undefined;

// A longer one takes a second to draw, at each key that changes it.
const MOST_LETTERS = 5000;
// Within one task: a text with a thousand of them leaves the browser answering.
const MOST_AT_ONCE = 50;
let drawnAtOnce = 0;

function hasTurn(): boolean {
  if (drawnAtOnce === 0)
    setTimeout(() => {
      drawnAtOnce = 0;
    });
  return ++drawnAtOnce <= MOST_AT_ONCE;
}

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
  if (tex.length > MOST_LETTERS) {
    showProblem(element, tex, 'This formula is too long to be drawn.');
    return () => undefined;
  }
  if (library && hasTurn()) {
    draw(library, element, tex, place);
    return () => undefined;
  }
  showSource(element, tex);
  const waiting: Waiting = { element, tex, place, onDrawn };
  const leave = whenNear(element, () => {
    queue.add(waiting);
    if (queue.size === 1) void drawWaiting();
  });
  return () => {
    leave();
    queue.delete(waiting);
  };
}

interface Waiting {
  readonly element: HTMLElement;
  readonly tex: string;
  readonly place: FormulaPlace;
  readonly onDrawn: () => void;
}

const queue = new Set<Waiting>();

/** Many at once: after each, the editor would have the browser lay out the whole text around them. */
async function drawWaiting(): Promise<void> {
  const loaded = await load().catch(() => undefined);
  while (queue.size > 0) {
    // Each of those that come into view says so by itself: all of them are there with the next task.
    await pause(0);
    for (const waiting of [...queue].slice(0, MOST_AT_ONCE)) {
      const { element, tex, place, onDrawn } = waiting;
      queue.delete(waiting);
      if (loaded) draw(loaded, element, tex, place);
      else showProblem(element, tex, 'Formulas cannot be drawn right now.');
      onDrawn();
    }
  }
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
