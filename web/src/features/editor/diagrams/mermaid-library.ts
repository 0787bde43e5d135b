/** Mermaid: files of their own, which load with the first diagram that comes into view. */
import mermaid from 'mermaid';
import { styleByScript } from './style-by-script.ts';

/** The colors of a diagram. */
export interface DiagramColours {
  readonly canvas: string;
  readonly sunken: string;
  readonly ink: string;
  readonly line: string;
  readonly accent: string;
  readonly isDark: boolean;
}

const LONGEST = 50_000;
// A picture has no letters of the page's. Those that it is measured with must be those that it is drawn with.
const FONT = 'Arial, "Liberation Sans", sans-serif';

let count = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * @returns the diagram as the text of an SVG file
 * @throws {Error} that says what is wrong with the source
 */
export function renderDiagram(source: string, colours: DiagramColours): Promise<string> {
  // Its settings are one for all: one diagram after the other.
  const drawn = last.then(() => render(source, colours));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function render(source: string, { canvas, sunken, ink, line, accent, isDark }: DiagramColours) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: LONGEST,
    fontFamily: FONT,
    look: 'classic',
    theme: 'base',
    themeVariables: {
      darkMode: isDark,
      fontFamily: FONT,
      background: canvas,
      primaryColor: sunken,
      primaryTextColor: ink,
      primaryBorderColor: accent,
      lineColor: line,
      textColor: ink,
      edgeLabelBackground: canvas,
    },
  });
  const endStyling = styleByScript();
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, source);
    return svg;
  } finally {
    endStyling();
  }
}
