import { expect, test } from 'vitest';
import { geometryOf } from './geometry.ts';
import type { Transformation } from './transformation.ts';

const WIDE = { width: 4000, height: 3000 };
const SMALL = { width: 100, height: 100 };

test.each<[string, typeof WIDE, Transformation, string]>([
  ['keeps the shape with one side', WIDE, { width: 800 }, '800x600'],
  ['keeps the shape with the other side', WIDE, { height: 300 }, '400x300'],
  ['keeps the size without sides', WIDE, { quality: 50 }, '4000x3000'],
  ['cuts what projects', WIDE, { width: 800, height: 800 }, '1067x800 part 800x800+134+0'],
  ['fits within both sides', WIDE, { width: 800, height: 800, resize: 'contain' }, '800x600'],
  ['takes on both sides', WIDE, { width: 800, height: 800, resize: 'fill' }, '800x800'],
  ['never grows', SMALL, { width: 800 }, '100x100'],
  ['never grows when it is cut', SMALL, { width: 200, height: 50 }, '100x100 part 100x50+0+25'],
  ['never grows out of its new shape', SMALL, { width: 200, height: 50, resize: 'fill' }, '100x25'],
  ['has a pixel at least', { width: 5000, height: 1 }, { width: 10 }, '10x1'],
  ['is cut at an edge', WIDE, { width: 600, height: 600, gravity: 'ea' }, '800x600 part 600x600+200+0'],
  [
    'is cut at a corner',
    WIDE,
    { width: 600, height: 100, gravity: 'sowe', y_offset: 20 },
    '600x450 part 600x100+0+330',
  ],
  [
    'is cut around a point',
    WIDE,
    { width: 600, height: 600, gravity: 'fp', x_offset: 0.9, y_offset: 0.5 },
    '800x600 part 600x600+200+0',
  ],
  [
    'is cut a share beside the middle',
    WIDE,
    { width: 600, height: 600, gravity: 'ce', x_offset: -0.1 },
    '800x600 part 600x600+20+0',
  ],
])('a picture %s', (_, source, transformation, told) => {
  const { scaled, part } = geometryOf(source, transformation);
  const whole = `${scaled.width}x${scaled.height}`;
  const cut = `${part.width}x${part.height}`;
  expect(whole === cut ? whole : `${whole} part ${cut}+${part.left}+${part.top}`).toBe(told);
});
