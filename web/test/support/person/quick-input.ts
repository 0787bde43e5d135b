/**
 * Clicks, pointing and filling as Playwright does them: the browser's real input, once the element is there alone, visible,
 * enabled, at rest and not covered. Playwright asks the page for this from outside, in some thirty messages for each click; in the
 * page it takes none, and a click a fifth of the work. Playwright still does what has options of its own.
 */
import { vi } from 'vitest';
import { commands, type Locator, page } from 'vitest/browser';
import type { MouseButton } from '../commands.ts';

// It only ends what hangs, as the limits in vitest.config.ts do.
const PATIENCE_MS = 90_000;
const PRESSES = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'contextmenu',
] as const;
const CONTROLS = 'button, [role=button], a, [role=link]';
const TEXT_FIELDS =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=password], [type=search], [type=tel], [type=url])';
// Something that covers a part of the screen leaves another part free: each attempt scrolls elsewhere, as Playwright does.
const PLACES = ['if needed', 'end', 'center', 'start'] as const;

type Place = (typeof PLACES)[number];

// Tests that replace the timers do not stop this file's.
const { setTimeout, requestAnimationFrame } = window;

interface Spot {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
}

/** Why it cannot be used yet. */
type Spotted = Spot | string;

type Acting = Pick<Locator, 'click' | 'hover' | 'fill'>;

/** From now on, all locators work so. */
export function takeOverInput(): void {
  const prototype: Acting = Object.getPrototypeOf(page.getByText('any'));
  const { click, hover, fill } = prototype;
  prototype.click = function (this: Locator, options = {}) {
    const { button = 'left', ...others } = options;
    const isOurs = Object.keys(others).length === 0 && !isLeftToPlaywright(this);
    return isOurs ? clickOn(this, button) : click.call(this, options);
  };
  prototype.hover = function (this: Locator, options) {
    return options || isLeftToPlaywright(this) ? hover.call(this, options) : pointTo(this);
  };
  prototype.fill = function (this: Locator, text, options) {
    if (options || isLeftToPlaywright(this) || text === '') return fill.call(this, text, options);
    return fillIn(this, text, () => fill.call(this, text));
  };
}

/** It lets replaced timers go on while it waits, and looks into frames. */
const isLeftToPlaywright = (locator: Locator): boolean =>
  vi.isFakeTimers() || locator.selector.includes('enter-frame');

async function clickOn(locator: Locator, button: MouseButton): Promise<void> {
  await attempt(locator, async (place) => {
    const spot = await spotOn(locator, place);
    if (typeof spot === 'string') return spot;
    const press = watchPress(spot.element);
    try {
      await commands.clickAt(...inWindow(spot), button);
    } finally {
      press.end();
    }
    return press.hasMissed() ? 'moved away below the pointer' : undefined;
  });
}

async function pointTo(locator: Locator): Promise<void> {
  await attempt(locator, async (place) => {
    const spot = await spotOn(locator, place);
    if (typeof spot === 'string') return spot;
    await commands.movePointer(...inWindow(spot));
    return undefined;
  });
}

async function fillIn(locator: Locator, text: string, byPlaywright: () => Promise<void>): Promise<void> {
  let isText = true;
  await attempt(locator, async () => {
    const element = onlyOne(locator);
    if (!element) return 'is not there';
    isText = element.matches(TEXT_FIELDS);
    if (!isText) return undefined;
    const field = element as HTMLInputElement | HTMLTextAreaElement;
    if (!isVisible(field)) return 'is not visible';
    if (isDisabled(field) || field.readOnly) return 'cannot be written into';
    window.focus();
    field.focus();
    field.select();
    if (document.activeElement !== field || !document.hasFocus()) return 'does not take the keys';
    await commands.insertText(text);
    return undefined;
  });
  if (!isText) await byPlaywright();
}

/** @param act returns why it could not be done yet */
async function attempt(locator: Locator, act: (place: Place) => Promise<string | undefined>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let round = 0; ; round++) {
    const reason = await act(PLACES[round % PLACES.length] ?? 'if needed');
    if (!reason) return;
    if (performance.now() > deadline) throw new Error(`${locator.asLocator()} ${reason}.`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(20 * round, 100)));
  }
}

async function spotOn(locator: Locator, place: Place): Promise<Spotted> {
  const element = onlyOne(locator);
  if (!element) return 'is not there';
  if (!isVisible(element)) return 'is not visible';
  if (isDisabled(element)) return 'is disabled';
  if (!(await isAtRest(element))) return 'moves';
  scrollTo(element, place);
  const middle = middleOf(element);
  if (!middle) return 'is outside of the window';
  const hit = document.elementFromPoint(middle.x, middle.y);
  return isPartOf(hit, element) ? { element, ...middle } : `is covered by ${describe(hit)}`;
}

/** @throws {Error} if there are several */
const onlyOne = (locator: Locator): Element | undefined =>
  locator.elements().length > 0 ? locator.element() : undefined;

function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
}

function isDisabled(element: Element): boolean {
  const control = controlOf(element);
  return control.matches(':disabled') || control.closest('[aria-disabled=true]') !== null;
}

/** It is the control that takes a press on something inside of it. */
const controlOf = (element: Element): Element => element.closest(CONTROLS) ?? element;

/** Whether it is at the same place in two frames. */
async function isAtRest(element: Element): Promise<boolean> {
  const frame = () =>
    new Promise<DOMRect>((resolve) => requestAnimationFrame(() => resolve(element.getBoundingClientRect())));
  const [one, other] = [await frame(), await frame()];
  return (
    element.isConnected &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

function scrollTo(element: Element, place: Place): void {
  // Chromium has it, and Playwright uses it: what is in view already stays where it is.
  const scrolled = element as Element & { scrollIntoViewIfNeeded(): void };
  if (place === 'if needed') scrolled.scrollIntoViewIfNeeded();
  else element.scrollIntoView({ block: place, inline: place, behavior: 'instant' });
}

/** In the first of its boxes that can be seen. */
function middleOf(element: Element): { x: number; y: number } | undefined {
  for (const box of element.getClientRects()) {
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left > 0.99 && bottom - top > 0.99) return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  return undefined;
}

function isPartOf(hit: Element | null, element: Element): boolean {
  return controlOf(element).contains(hit) || hit?.closest('label')?.control === element;
}

/** Keeps a press from whatever has come under the pointer meanwhile. */
function watchPress(element: Element): { hasMissed(): boolean; end(): void } {
  let hasHit: boolean | undefined;
  const judge = (event: Event) => {
    hasHit ??= isPartOf(event.target as Element, element);
    if (hasHit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const press of PRESSES) window.addEventListener(press, judge, true);
  return {
    hasMissed: () => !hasHit,
    end: () => {
      for (const press of PRESSES) window.removeEventListener(press, judge, true);
    },
  };
}

/** The element is in the frame of the tests: the place counts in the window around it. */
function inWindow({ x, y }: Spot): [number, number] {
  const frame = window.frameElement?.getBoundingClientRect();
  return [x + (frame?.left ?? 0), y + (frame?.top ?? 0)];
}

const describe = (element: Element | null): string =>
  element ? `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">` : 'nothing';
