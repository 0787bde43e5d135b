/**
 * A person whose keys and clicks are counted: a key is one, with whatever is held down; so is a click, and a drag from
 * press to release. Words written in one go are one, however long, in the text as in the field of a menu.
 */
import type { Locator, Page } from '@playwright/test';

export class CountedHands {
  readonly #page: Page;
  readonly #done: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** The keys and clicks since it was last asked. */
  take(): string[] {
    return this.#done.splice(0);
  }

  async press(key: string): Promise<void> {
    this.#done.push(key);
    await this.#page.keyboard.press(key);
  }

  async write(text: string): Promise<void> {
    this.#done.push(`“${text}”`);
    await this.#page.keyboard.type(text);
  }

  async click(name: string, target: Locator): Promise<void> {
    this.#done.push(`click ${name}`);
    await target.click();
  }

  /** From the beginning of one to the end of the other. */
  async drag(name: string, from: Locator, to: Locator): Promise<void> {
    this.#done.push(`drag over ${name}`);
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (!start || !end) throw new Error(`${name} is not in sight`);
    const { mouse } = this.#page;
    await mouse.move(start.x + 1, start.y + start.height / 2);
    await mouse.down();
    await mouse.move(end.x + end.width + 4, end.y + end.height / 2, { steps: 8 });
    await mouse.up();
  }
}
