import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Crop, LARGEST_ZOOM, moveCrop, sideOf, wholeCrop, zoomCrop } from './crop.ts';

const WIDE = { width: 400, height: 200 };

test('the square begins in the middle, as large as it fits', () => {
  expect(wholeCrop(WIDE)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(sideOf(WIDE, wholeCrop(WIDE))).toBe(200);
});

test('it moves by shares of its side, and stops at the edges', () => {
  expect(moveCrop(WIDE, wholeCrop(WIDE), 0.1, 0.1)).toEqual({ x: 220, y: 100, zoom: 1 });
  expect(moveCrop(WIDE, wholeCrop(WIDE), -9, 0)).toEqual({ x: 100, y: 100, zoom: 1 });
});

test('what is under the pointer stays there while it is zoomed', () => {
  // The left edge of the square is at 100.
  const close = zoomCrop(WIDE, wholeCrop(WIDE), 2, { x: 0, y: 0 });
  expect(close).toEqual({ x: 150, y: 50, zoom: 2 });
  expect(zoomCrop(WIDE, close, 0.5, { x: 0, y: 0 })).toEqual(wholeCrop(WIDE));
});

test('whatever is done, the square is within the picture', () => {
  const step = fc.oneof(
    fc.record({ across: fc.double({ min: -5, max: 5 }), down: fc.double({ min: -5, max: 5 }) }),
    fc.record({ factor: fc.double({ min: 0.01, max: 20 }), x: fc.double({ min: 0, max: 1 }) }),
  );
  const side = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(side, side, fc.array(step), (width, height, steps) => {
      const size = { width, height };
      const end = steps.reduce<Crop>(
        (crop, one) =>
          'factor' in one
            ? zoomCrop(size, crop, one.factor || 1, { x: one.x || 0, y: 0.5 })
            : moveCrop(size, crop, one.across || 0, one.down || 0),
        wholeCrop(size),
      );
      const half = sideOf(size, end) / 2;
      const slack = 1e-6;
      expect(end.zoom).toBeGreaterThanOrEqual(1);
      expect(end.zoom).toBeLessThanOrEqual(LARGEST_ZOOM);
      for (const [at, length] of [
        [end.x, width],
        [end.y, height],
      ] as const) {
        expect(at - half).toBeGreaterThanOrEqual(-slack);
        expect(at + half).toBeLessThanOrEqual(length + slack);
      }
    }),
  );
});
