/** Back and forward find a screen scrolled as it was left. After a reload: e2e/pages/first-page.spec.ts. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { title } from '../support/person/editor.ts';
import { again } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { signedIn } from '../support/server/workspace.ts';

const words = (at: number) => 'some words of a line that wraps '.repeat((at * 7) % 11);
const LONG = Array.from({ length: 300 }, (_, at) => `Paragraph ${at}. ${words(at)}`).join('\n\n');

function screen(): HTMLElement {
  const main = document.getElementById('main');
  if (!main) throw new Error('There is no screen.');
  return main;
}

function paragraphInView(): string | undefined {
  const { left, width, top } = screen().getBoundingClientRect();
  for (let y = top + 40; y < top + 200; y += 10) {
    const found = document.elementFromPoint(left + width / 2, y)?.closest('.cm-line, p')?.textContent;
    const [name] = /^Paragraph \d+/.exec(found ?? '') ?? [];
    if (name) return name;
  }
  return undefined;
}

test.for(['Write', 'Read'])(
  'back and forward find a page scrolled as it was left, in the view “%s”',
  async (view) => {
    const workspace = signedIn({ pages: [{ name: 'Long', content: LONG }, { name: 'Short' }] });
    const isOpen = (name: string) => expect.element(title()).toHaveValue(name);
    await openApp(`/dashboard/pages/${workspace.pageNamed('Long').id}`);
    await isOpen('Long');
    await page.getByRole('button', { name: view, exact: true }).click();
    // As soon as the text is there.
    await again(async () => {
      screen().scrollTo(0, screen().scrollHeight / 2);
      await expect.poll(paragraphInView, { timeout: 500 }).toMatch(/^Paragraph \d{2,3}$/);
    });
    const left = paragraphInView();
    await row('Short').click();
    await isOpen('Short');
    expect(screen().scrollTop).toBe(0);
    for (let times = 0; times < 2; times++) {
      history.back();
      await isOpen('Long');
      await expect.poll(paragraphInView).toBe(left);
      history.forward();
      await isOpen('Short');
    }
  },
);
