/** Commands from tests in the browser to their runner, in Node.js. */
import type { BrowserCommand } from 'vitest/node';

export interface Media {
  readonly colorScheme?: 'light' | 'dark' | null;
  readonly reducedMotion?: 'reduce' | null;
}

const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media);

/** To the corner: what lies under it otherwise, a test of before has decided. */
const restPointer: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);

const movePointer: BrowserCommand<[x: number, y: number]> = ({ page }, x, y) => page.mouse.move(x, y);

export type MouseButton = 'left' | 'right' | 'middle';

const clickAt: BrowserCommand<[x: number, y: number, button: MouseButton]> = ({ page }, x, y, button) =>
  page.mouse.click(x, y, { button });

const grantPermissions: BrowserCommand<[readonly string[]]> = ({ context }, permissions) =>
  context.grantPermissions([...permissions]);

/** Text as an input method or the clipboard brings it: at once, and without keys. */
const insertText: BrowserCommand<[string]> = ({ page }, text) => page.keyboard.insertText(text);

/** @param keys as Playwright writes them: `ControlOrMeta+a`, one after the other */
const press: BrowserCommand<[readonly string[]]> = async ({ page }, keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

const typeText: BrowserCommand<[string]> = ({ page }, text) => page.keyboard.type(text);

// The whole run's, in whichever of its pages: many tests end on the same screens.
const checked = new Set<string>();

const areChecked: BrowserCommand<[readonly string[]]> = (_, parts) => parts.map((part) => checked.has(part));

const addChecked: BrowserCommand<[readonly string[]]> = (_, parts) => {
  for (const part of parts) checked.add(part);
};

const outside = new WeakMap<object, string[]>();

/** From now on, answers requests to other hosts with 404, and records them. */
const watchOutside: BrowserCommand<[]> = async ({ context }) => {
  const isNew = !outside.has(context);
  const asked: string[] = [];
  outside.set(context, asked);
  if (!isNew) return;
  await context.route(/^https:/, (route) => {
    outside.get(context)?.push(route.request().url());
    return route.fulfill({ status: 404, body: '' });
  });
};

const askedOutside: BrowserCommand<[]> = ({ context }) => outside.get(context) ?? [];

export const commands = {
  emulateMedia,
  restPointer,
  movePointer,
  clickAt,
  grantPermissions,
  insertText,
  press,
  typeText,
  areChecked,
  addChecked,
  watchOutside,
  askedOutside,
};

type InBrowser<Command> =
  Command extends BrowserCommand<infer Arguments>
    ? Command extends (...given: never[]) => infer Answer
      ? (...given: Arguments) => Promise<Awaited<Answer>>
      : never
    : never;

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    emulateMedia: InBrowser<typeof emulateMedia>;
    restPointer: InBrowser<typeof restPointer>;
    movePointer: InBrowser<typeof movePointer>;
    clickAt: InBrowser<typeof clickAt>;
    grantPermissions: InBrowser<typeof grantPermissions>;
    insertText: InBrowser<typeof insertText>;
    press: InBrowser<typeof press>;
    typeText: InBrowser<typeof typeText>;
    areChecked: InBrowser<typeof areChecked>;
    addChecked: InBrowser<typeof addChecked>;
    watchOutside: InBrowser<typeof watchOutside>;
    askedOutside: InBrowser<typeof askedOutside>;
  }
}
