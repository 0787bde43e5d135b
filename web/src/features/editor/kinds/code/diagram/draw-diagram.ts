/**
 * Draws a Mermaid diagram, written or read. It is shown as a picture, in which nothing can run, load or be followed,
 * whatever its source says. Its colours are the theme's.
 */
import { paperOf, whenNear } from '../../../../../lib/browser/nearness.ts';
import { watchTheme } from './watch-theme.ts';
import './diagrams.css';

const MOST_KEPT = 50;
// Paper waits for them. Further ones are printed as they are written.
const MOST_ON_PAPER = 200;

// By source and colours: what was drawn once stands at once when it is scrolled back to, or printed.
const pictures = new Map<string, string>();
// A page may have the same one many times.
const drawing = new Map<string, Promise<string>>();
const countOnPaper = new WeakMap<Element, number>();

interface DiagramOptions {
  /** Whether it is made because it comes into view. */
  readonly isNear?: boolean;
  /** Called when its size may have changed. */
  readonly onDrawn?: () => void;
}

/** @returns to be called when the element goes */
export function drawDiagram(
  element: HTMLElement,
  source: string,
  { isNear = false, onDrawn = () => undefined }: DiagramOptions = {},
): () => void {
  element.className = 'diagram';
  const paper = paperOf(element);
  if (paper) {
    // The browser's own menu prints what is there at once.
    showSource(element, source);
    const count = countOnPaper.get(paper) ?? 0;
    countOnPaper.set(paper, count + 1);
    if (count >= MOST_ON_PAPER) return () => undefined;
  }
  const draw = async () => {
    element.setAttribute('aria-busy', 'true');
    try {
      show(element, await pictureOf(element, source));
    } catch (error) {
      showProblem(element, error);
    }
    element.removeAttribute('aria-busy');
    onDrawn();
  };
  const kept = paper || isNear ? pictures.get(keyOf(source, coloursOf(element))) : undefined;
  // To load a picture takes a browser longer than to draw the page around it: the others wait until they come into view.
  if (kept !== undefined) show(element, kept);
  const endWaiting = kept === undefined ? whenNear(element, draw) : () => undefined;
  const endWatching = watchTheme(() => {
    if (element.firstChild) void draw();
  });
  return () => {
    endWaiting();
    endWatching();
  };
}

type Colours = import('./mermaid-library.ts').DiagramColours;

async function pictureOf(element: HTMLElement, source: string): Promise<string> {
  const colours = coloursOf(element);
  const key = keyOf(source, colours);
  const kept = pictures.get(key);
  if (kept !== undefined) return kept;
  const begun = drawing.get(key);
  if (begun) return begun;
  const drawn = renderAndKeep(source, colours, key).finally(() => drawing.delete(key));
  drawing.set(key, drawn);
  return drawn;
}

async function renderAndKeep(source: string, colours: Colours, key: string): Promise<string> {
  const { renderDiagram } = await import('./mermaid-library.ts');
  const svg = await renderDiagram(source, colours);
  if (pictures.size >= MOST_KEPT) for (const [oldest] of [...pictures].slice(0, 1)) pictures.delete(oldest);
  pictures.set(key, svg);
  return svg;
}

function keyOf(source: string, colours: Colours): string {
  return `${Object.values(colours).join(' ')} ${source}`;
}

// By the element that has the theme. To ask makes the browser find out how the whole page looks.
let knownColours: WeakMap<Element, Colours> | undefined;

function coloursOf(element: HTMLElement): Colours {
  if (!knownColours) {
    knownColours = new WeakMap();
    watchTheme(() => {
      knownColours = new WeakMap();
    });
  }
  const theme = element.closest('[data-theme]') ?? document.documentElement;
  let colours = knownColours.get(theme);
  if (!colours) {
    colours = readColours(element);
    knownColours.set(theme, colours);
  }
  return colours;
}

/** The tokens as this element has them: each is a pair of colours of which the theme decides. */
function readColours(element: HTMLElement): Colours {
  const probe = element.ownerDocument.createElement('span');
  element.parentNode ? element.append(probe) : document.body.append(probe);
  const token = (name: string) => {
    probe.style.color = `var(--${name})`;
    return hexOf(getComputedStyle(probe).color);
  };
  const colours = {
    canvas: token('canvas'),
    sunken: token('sunken'),
    ink: token('ink'),
    line: token('line-strong'),
    accent: token('accent'),
  };
  probe.remove();
  return { ...colours, isDark: luminance(colours.canvas) < luminance(colours.ink) };
}

function hexOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  return (hex.match(/[\da-f]{2}/g) ?? []).reduce((sum, part) => sum + Number.parseInt(part, 16), 0);
}

function show(element: HTMLElement, svg: string): void {
  const image = document.createElement('img');
  const [, , , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg)?.map(Number) ?? [];
  if (width !== undefined && height !== undefined) {
    image.width = Math.ceil(width);
    image.height = Math.ceil(height);
  }
  const title = /<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1];
  image.alt = title ? `Diagram: ${title}` : 'Diagram';
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
  image.src = address;
  element.replaceChildren(image);
}

function showSource(element: HTMLElement, source: string): void {
  const code = document.createElement('pre');
  code.className = 'page-code';
  code.textContent = source;
  element.replaceChildren(code);
}

function showProblem(element: HTMLElement, error: unknown): void {
  const problem = document.createElement('p');
  problem.className = 'kind-problem';
  const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
  problem.textContent = /^(?:Failed to fetch|Importing|error loading)/i.test(reason)
    ? 'Diagrams cannot be drawn right now.'
    : `This diagram has a fault: ${reason.replace(/[:.]$/, '')}.`;
  element.replaceChildren(problem);
}
