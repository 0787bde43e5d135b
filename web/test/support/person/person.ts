/** A person's keys and mouse, and the parts of the screen that they look for. */
import { expect, vi } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';

/** One key or combination after the other, as Playwright writes them: `ControlOrMeta+a`. */
export const press = (...keys: readonly string[]): Promise<void> => commands.press(keys);
export const type = (text: string): Promise<void> => commands.typeText(text);
/** At once, and without keys. */
export const insert = (text: string): Promise<void> => commands.insertText(text);

export const button = (name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const alert = (): Locator => page.getByRole('alert');

/** @returns the toast's title or description that reads exactly so */
export const toast = (text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

/** Both are of one message, which goes after some seconds: on a busy machine it is gone after the one was seen, so they are seen at once. */
export const seeToast = (title: string, detail: string): Promise<void> =>
  expect.poll(() => [title, detail].filter((each) => toast(each).elements().length === 0)).toEqual([]);

export const see = (locator: Locator): Promise<void> => expect.element(locator).toBeVisible();
export const gone = (locator: Locator): Promise<void> => texts(locator, []);
export const count = (locator: Locator, expected: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: `how many ${locator.asLocator()}` }).toBe(expected);
export const focused = (locator: Locator): Promise<void> => expect.element(locator).toHaveFocus();

/**
 * Waits until keys go into it. A menu or a dialog that opens takes the focus after it is seen, and one that closes gives it back
 * after it is gone: a key in between goes to whatever had the focus before.
 */
export const hasKeys = (locator: Locator): Promise<void> =>
  expect
    .poll(() => locator.elements().some((element) => element.contains(document.activeElement)), {
      message: `whether keys go to ${locator.asLocator()}`,
    })
    .toBe(true);

/** Waits until these are all, and read so. */
export const texts = (locator: Locator, expected: readonly string[]): Promise<void> =>
  expect.poll(() => locator.elements().map(textOf), { message: locator.asLocator() }).toEqual(expected);

/** Waits until it is one, and reads so. */
export const text = (locator: Locator, expected: string): Promise<void> => texts(locator, [expected]);

/** Waits until it says this, among other things. */
export const says = (locator: Locator, expected: string | RegExp): Promise<void> =>
  expect
    .poll(() => locator.elements().map(textOf).join('\n'), { message: locator.asLocator() })
    .toMatch(expected);

export function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Elements by a selector, where no role names them. */
export const all = <Each extends HTMLElement>(selector: string): Each[] => [
  ...document.querySelectorAll<Each>(selector),
];

/** Waits until the address is this. */
export const at = (address: string | RegExp): Promise<void> =>
  typeof address === 'string'
    ? expect.poll(() => location.pathname).toBe(address)
    : expect.poll(() => location.pathname).toMatch(address);

/** Tries again until it succeeds: for code that loads on first use. */
export const again = (attempt: () => Promise<void>): Promise<void> =>
  vi.waitFor(attempt, { timeout: 30_000, interval: 100 });

/** Rests the pointer on it until this shows: once more where the page moved beneath the pointer. */
export const pointAt = (target: Locator, shown: Locator): Promise<void> =>
  again(async () => {
    await commands.restPointer();
    await target.hover();
    await expect.poll(() => shown.elements().length, { timeout: 3000 }).toBeGreaterThan(0);
  });

/** How far the screen can be scrolled sideways: it must not be. */
export const overflow = (): number => document.documentElement.scrollWidth - innerWidth;

export const isInView = (element: Element): boolean => {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
};
