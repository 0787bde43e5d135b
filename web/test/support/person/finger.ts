/** A finger in the place of the mouse, on the screen of a phone. */
import { vi } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';

/** From here on the browser says that it is touched, and the app's styles for fingers hold. */
export async function takeFinger(): Promise<void> {
  await page.viewport(390, 844);
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

export const takeMouse = (): Promise<unknown> =>
  cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });

// When the last finger came and went, in milliseconds.
let [down, up] = [0, 0];
document.addEventListener('touchstart', ({ timeStamp }) => (down = timeStamp), { capture: true });
document.addEventListener('touchend', ({ timeStamp }) => (up = timeStamp), { capture: true });

// Before the browser takes it for a long press.
const LONGEST_TAP_MS = 300;

/** Taps the middle of it, once it stands still there with nothing over it. */
export async function tap(target: Locator): Promise<void> {
  for (let left = 3; left > 0; left--) {
    const element = await target.findElement();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const at = await vi.waitFor(() => bareMiddle(element), { timeout: 15_000, interval: 50 });
    const frame = window.frameElement?.getBoundingClientRect();
    const touchPoints = [{ x: at.x + (frame?.x ?? 0), y: at.y + (frame?.y ?? 0) }];
    // At once: where the browser is slow, the finger would lie there for long.
    await Promise.all([
      cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
      cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
    if (up - down <= LONGEST_TAP_MS) return;
  }
  throw new Error('The browser is too slow for a tap');
}

async function bareMiddle(element: Element): Promise<{ readonly x: number; readonly y: number }> {
  const before = element.getBoundingClientRect();
  await new Promise(requestAnimationFrame);
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) throw new Error('It moves');
  const middle = { x: x + width / 2, y: y + height / 2 };
  const hit = document.elementFromPoint(middle.x, middle.y);
  if (!hit || !element.contains(hit))
    throw new Error(
      `A finger hits ${hit?.outerHTML.slice(0, 200)} instead of ${element.outerHTML.slice(0, 200)}`,
    );
  return middle;
}
