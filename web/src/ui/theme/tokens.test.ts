/** The tokens' contrast, computed from their values: WCAG 2.2, 1.4.3 (text 4.5:1) and 1.4.11 (parts of controls 3:1). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('./tokens.css');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const values = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** The tint behind code, or another that lets through what is beneath, as the eye sees it on this surface. */
function over(surface: string, theme: Theme, token = 'tint'): string {
  const tint = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{8}), (#[0-9a-f]{8})\\)`).exec(css);
  const colour = tint?.[theme === 'light' ? 1 : 2];
  if (colour === undefined) throw new Error(`no token --${token}`);
  const [red, green, blue, alpha = 0] = channels(colour);
  const below = channels(tokenIn(surface, theme));
  const mixed = [red, green, blue].map(
    (value = 0, index) => value * alpha + (below[index] ?? 0) * (1 - alpha),
  );
  return `#${mixed
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Red, green, blue and, if there is any, how much it covers, each from 0 to 1. */
const channels = (colour: string): number[] =>
  (colour.slice(1).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);

function tokenIn(name: string, theme: Theme): string {
  const value = values.get(name)?.[theme];
  if (value === undefined) throw new Error(`no token --${name}`);
  return value;
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((name) => luminance(tokenIn(name, theme)))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

values.set('highlighted', {
  light: over('canvas', 'light', 'highlight'),
  dark: over('canvas', 'dark', 'highlight'),
});
values.set('code', { light: over('canvas', 'light'), dark: over('canvas', 'dark') });

const SURFACES = ['canvas', 'sunken', 'raised', 'hover', 'selected'];
const pairs = (fronts: readonly string[], backs: readonly string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const));

const TEXT = [
  ...pairs(['ink', 'ink-muted'], SURFACES),
  ...pairs(['ink'], ['accent-soft', 'danger-soft', 'warning-soft']),
  ...pairs(['ink-muted'], ['accent-soft']),
  ...pairs(['accent'], ['canvas', 'sunken', 'raised', 'accent-soft']),
  ...pairs(['danger'], ['canvas', 'raised', 'hover', 'danger-soft']),
  ...pairs(['warning'], ['canvas', 'raised', 'warning-soft']),
  ...pairs(['on-accent'], ['accent', 'accent-hover']),
  ...pairs(['on-danger'], ['danger', 'danger-hover']),
  ...pairs(['code-keyword', 'code-string', 'code-number', 'code-name'], ['canvas', 'sunken', 'code']),
  ...pairs(['note', 'important'], ['canvas', 'sunken', 'raised']),
  ...pairs(['ink', 'ink-muted', 'accent'], ['highlighted']),
  // Selected and found text takes the colour of ink, whatever colour it had.
  ...pairs(['ink', 'ink-muted'], ['code']),
  ...pairs(['ink'], ['selection', 'found']),
];
const PAGE_ICONS = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'].map(
  (colour) => `icon-${colour}`,
);
const PARTS = [
  ...pairs(['accent', ...PAGE_ICONS], SURFACES),
  ...pairs(['line-strong', 'danger'], ['canvas', 'raised']),
];
// No text and no edge, so WCAG names no bound; below this the eye has to look for it.
const MARKED = pairs(['selection', 'found'], ['canvas', 'sunken', 'raised', 'code']);

test.each(THEMES)('text can be read in the %s theme', (theme) => {
  const tooFaint = TEXT.filter(([front, back]) => contrast(front, back, theme) < 4.5);
  expect(tooFaint).toEqual([]);
});

test.each(THEMES)('edges, marks and the focus ring can be seen in the %s theme', (theme) => {
  const tooFaint = PARTS.filter(([front, back]) => contrast(front, back, theme) < 3);
  expect(tooFaint).toEqual([]);
});

test.each(THEMES)('selected and found text stands out in the %s theme', (theme) => {
  const tooFaint = MARKED.filter(([front, back]) => contrast(front, back, theme) < 1.5);
  expect(tooFaint).toEqual([]);
});

test.each(THEMES)('the tint behind code hides no selection in the %s theme', (theme) => {
  // CodeMirror draws the selection beneath its lines, so a line's own colour has to let it through.
  values.set('selected-code', { light: over('selection', 'light'), dark: over('selection', 'dark') });
  expect(contrast('selected-code', 'code', theme)).toBeGreaterThanOrEqual(1.5);
  expect(contrast('ink', 'selected-code', theme)).toBeGreaterThanOrEqual(4.5);
});

test('the ends of the scale match WCAG', () => {
  values.set('black', { light: '#000000', dark: '#000000' });
  values.set('white', { light: '#ffffff', dark: '#ffffff' });
  expect(contrast('black', 'white', 'light')).toBe(21);
});

test.each(THEMES)("the browser's bars have the canvas's colour in the %s theme", (theme) => {
  const html = read('../../../index.html');
  expect(html).toContain(
    `<meta name="theme-color" content="${tokenIn('canvas', theme)}" media="(prefers-color-scheme: ${theme})" />`,
  );
});
