/** Mermaid's diagrams in a page: drawn as pictures in the colours of the theme, or a sentence that says what is wrong. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawDiagram } from '../../src/features/editor/kinds/code/diagram/draw-diagram.ts';
import { renderDiagram } from '../../src/features/editor/kinds/code/diagram/mermaid-library.ts';
import { openPage } from '../support/person/editor.ts';
import { all, see } from '../support/person/person.ts';

const LIGHT = {
  canvas: '#ffffff',
  sunken: '#f5f7f6',
  ink: '#1c1f1d',
  line: '#848d88',
  accent: '#17755a',
  isDark: false,
};
const DARK = {
  canvas: '#151716',
  sunken: '#1d201f',
  ink: '#eceeed',
  line: '#6b736f',
  accent: '#56bd9a',
  isDark: true,
};

test('a diagram is a picture, and a faulty one says so', async () => {
  await openPage('```mermaid\ngraph LR\n  A --> B\n```\n\n```mermaid\ngraph LR\n  A --> [\n```\n\nEnd');
  await see(page.getByRole('img', { name: 'Diagram' }));
  await see(page.getByText(/^This diagram has a fault: /));
  await expect
    .poll(() => all<HTMLImageElement>('.diagram img').map((image) => image.naturalWidth > 0))
    .toEqual([true]);
});

test('of many that are the same none is shown before it comes into view, and colours are asked for once', async () => {
  const draw = () => {
    const element = document.body.appendChild(document.createElement('div'));
    const end = drawDiagram(element, 'graph TD\n  A --> B');
    onTestFinished(() => {
      end();
      element.remove();
    });
    return element;
  };
  const first = draw();
  await expect.poll(() => first.querySelector('img')).not.toBeNull();
  const asked = vi.spyOn(window, 'getComputedStyle');
  const more = Array.from({ length: 300 }, draw);
  expect(more.filter((element) => element.querySelector('img'))).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ['light', LIGHT],
  ['dark', DARK],
])('slices of a pie differ, and their words are read on each, %s', async (_theme, colours) => {
  const slices = Array.from({ length: 8 }, (_, index) => `"${index}" : ${index + 2}`).join('\n');
  const svg = await renderDiagram(`pie\n${slices}`, colours);
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('.pieCircle');
  const fills = [...drawn].map((slice) => slice.getAttribute('fill') ?? '');
  expect(new Set(fills).size).toBe(8);
  for (const fill of fills) {
    expect(contrast(hex(fill), hex(colours.ink)), `words on ${fill}`).toBeGreaterThan(4.5);
    expect(contrast(hex(fill), hex(colours.canvas)), `${fill} on the page`).toBeGreaterThan(1.2);
  }
});

function hex(color: string): readonly number[] {
  return (
    /^rgb/.test(color)
      ? (color.match(/\d+/g) ?? [])
      : (color.match(/[\da-f]{2}/gi) ?? []).map((part) => `0x${part}`)
  ).map(Number);
}

/** WCAG 2.2, relative luminance. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (color: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
