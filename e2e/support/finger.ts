/** A finger that moves over the screen, which Playwright's taps do not. */
import type { Locator, Page } from '@playwright/test';

const STEPS = 8;

/** From the middle of one to a place in the other. @param at how far down in it, from 0 to 1 */
export async function dragByFinger(page: Page, from: Locator, to: Locator, at = 0.5): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('What is dragged, or where to, is not in sight');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [toX, toY] = [end.x + end.width / 2, end.y + end.height * at];
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= STEPS; step++)
    await touch('touchMove', [{ x: x + ((toX - x) * step) / STEPS, y: y + ((toY - y) * step) / STEPS }]);
  await touch('touchEnd', []);
  await devtools.detach();
}
