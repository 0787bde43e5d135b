/** Mermaid: files of their own, which load with the first diagram that comes into view. It draws one after another, of 50,000 letters at most. */
import mermaid from 'mermaid';
import { styleByScript } from '../style-by-script.ts';

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

// After words in the ink of the theme: the slices of a pie, the branches of a mind map, the sections of a journey.
const FILLS = {
  light: ['#bfe0d3', '#f6d9a8', '#c9d4f2', '#f2c6c6', '#dccdf0', '#c6e5ef', '#eed3e6', '#dfe3c0'],
  dark: ['#1f5a48', '#6b4a12', '#2f4275', '#6e2f33', '#4d3a75', '#1d5464', '#6a3259', '#4f5520'],
} as const;
// Wide enough for a chart's dates, and no wider than a page's text, so that they are as large as its words.
const CHART_WIDTH = 704;

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
  const colours = isDark ? FILLS.dark : FILLS.light;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: LONGEST,
    fontFamily: FONT,
    look: 'classic',
    gantt: { useWidth: CHART_WIDTH, axisFormat: '%b %e' },
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
      ...fillsOf(colours, ink),
      xyChart: { plotColorPalette: [colours[0], accent, ...colours.slice(1)].join(',') },
      pieStrokeColor: canvas,
      pieOuterStrokeColor: canvas,
      pieOpacity: '1',
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

/** Mermaid makes these of the first colour, which is next to white here, and one could not tell them apart. */
function fillsOf(colours: readonly string[], ink: string): Record<string, string> {
  const named: Record<string, string> = {};
  for (let index = 0; index < 12; index++) {
    const colour = colours[index % colours.length] ?? ink;
    named[`pie${index + 1}`] = colour;
    named[`cScale${index}`] = colour;
    named[`cScaleLabel${index}`] = ink;
    if (index < 8) {
      named[`fillType${index}`] = colour;
      named[`git${index}`] = colour;
      named[`gitBranchLabel${index}`] = ink;
    }
  }
  return named;
}
