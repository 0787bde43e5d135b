/** Callouts, toggles, highlights, footnotes and formulas, written and read. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, source, write } from '../support/person/editor.ts';
import {
  all,
  button,
  focused,
  gone,
  pointAt,
  press,
  says,
  see,
  text,
  textOf,
  type,
} from '../support/person/person.ts';

const PAGE = [
  '[TOC]',
  '# One',
  '> [!NOTE]\n> A callout.',
  '<details>\n<summary>A toggle</summary>\n\nInside, ==marked==.\n\n</details>',
  'Text[^1], $x^2$ for $5 and $6.',
  '$$\n\\frac{1}{2}\n$$',
  '$\\frac{$ ends.',
  '[^1]: Said below.',
  'End',
].join('\n\n');

const shown = (selector: string) => all(`.cm-content ${selector}`).map(textOf);

test('a page shows what its marks mean while it is written and when it is read', async () => {
  await openPage(PAGE);
  await expect.poll(() => shown('.cm-highlight')).toEqual(['marked']);
  expect(shown('.callout-head > span')).toEqual(['Note']);
  expect(shown('.cm-footnote')).toEqual(['1', '1']);
  expect(shown('.cm-toggle-title')).toEqual(['A toggle']);
  expect(shown('.contents-entry')).toEqual(['One']);
  await expect.poll(() => all('.cm-content .katex').length).toBe(2);
  expect(shown('.kind-problem').join()).toContain('This formula has a fault: Unexpected end of input');
  expect(content().element().textContent).not.toMatch(/details|summary|\[!NOTE\]/);
  await expectAccessibleInBothThemes();
  await saved();

  await button('Read').click();
  const view = page.getByTestId('reading-view');
  await see(view.getByRole('note', { name: 'Note' }));
  await expect.poll(() => all('.reading-view .katex').length).toBe(2);
  await expect.poll(() => all('.reading-view mark').map(textOf)).toEqual(['marked']);
  await view.getByText('A toggle').click();
  await see(view.getByText('Inside, '));
  await view.getByRole('link', { name: 'Back to reference 1' }).click();
  await expect.poll(() => location.hash).toBe('#user-content-fnref-1');
  expect(document.querySelector(location.hash)?.textContent).toBe('1');
  await expectAccessibleInBothThemes();
});

test('a comment is dimmed for writers, and no reader sees it', async () => {
  const written = 'Said %%remark%% here.\n\n%%\nremark\n\nof lines\n%%\n\nEnd';
  await openPage(written);
  await expect.poll(() => shown('.cm-remark')).toEqual(['%%remark%%', '%%', 'remark', '', 'of lines', '%%']);
  await see(page.getByText('3 words'));
  await expectAccessibleInBothThemes();
  expect(await source()).toBe(written);
  await button('Read').click();
  const view = page.getByTestId('reading-view');
  await see(view.getByText('End'));
  expect(view.element().textContent).not.toMatch(/remark|%%/);
});

test('the kind of a callout is chosen at its head', async () => {
  await openPage('> [!NOTE]\n> Text\n\nEnd');
  await content().getByLabelText('Kind of callout').selectOptions('warning');
  expect(await source()).toBe('> [!WARNING]\n> Text\n\nEnd');
});

test('a callout has a title, and folds where it says so', async () => {
  await openPage('> [!faq]- Why *so*?\n> Because.\n> > [!own-kind]\n> > Within.\n\nEnd');
  await expect.poll(() => shown('.cm-callout-title')).toEqual(['Why so?']);
  expect(content().element().textContent).not.toMatch(/Because|\[!/);
  const arrow = content().getByRole('button', { name: 'Callout' });
  await expect.element(arrow).toHaveAttribute('aria-expanded', 'false');
  await arrow.click();
  await see(content().getByText('Within.'));
  expect(shown('.callout-head > span')).toEqual(['Own kind']);
  await expectAccessibleInBothThemes();
  await content().getByLabelText('Kind of callout').first().selectOptions('bug');
  expect(await source()).toBe('> [!BUG]- Why *so*?\n> Because.\n> > [!own-kind]\n> > Within.\n\nEnd');

  await button('Read').click();
  const view = page.getByTestId('reading-view');
  await expect.poll(() => all('.reading-view summary').map(textOf)).toEqual(['Why so?']);
  await expect.element(view.getByText('Because.')).not.toBeVisible();
  await view.getByText('Why').click();
  await expect.element(view.getByRole('note', { name: 'Own kind' })).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('a toggle is made, written and folded by the keyboard', async () => {
  await openPage('Above');
  await write('\n/toggle');
  await see(page.getByRole('option', { name: 'Toggle' }));
  await press('Enter');
  await type('Title');
  await press('Enter');
  await type('Inside');
  await press('ControlOrMeta+Home');
  await see(content().getByText('Inside'));
  await press('ArrowDown', 'ArrowDown', 'End', 'ControlOrMeta+Enter');
  await expect.poll(() => shown('.cm-toggle-button').length).toBe(1);
  await expect
    .element(content().getByRole('button', { name: 'Toggle' }))
    .toHaveAttribute('aria-expanded', 'false');
  expect(content().element().textContent).not.toContain('Inside');
  await content().getByRole('button', { name: 'Toggle' }).click();
  await see(content().getByText('Inside'));
  expect(await source()).toContain('<details>\n<summary>Title</summary>\n\nInside\n\n</details>');
});

test('three pluses and a space begin a toggle, but not in code', async () => {
  await openPage('```\n\n```\n\nEnd');
  await press('ControlOrMeta+Home');
  await type('+++ Code');
  await press('ControlOrMeta+End', 'Enter');
  await type('+++ Title');
  const written = await source();
  expect(written).toContain('```\n+++ Code\n```\n\nEnd\n\n<details>\n<summary>Title</summary>');
});

test('a toggle stays in the list item that it is begun in', async () => {
  await openPage();
  await type('- one');
  await press('Enter');
  await type('+++ Title');
  await press('Enter');
  await type('Inside');
  await press('Enter');
  await type('more');
  await press('Enter', 'Enter', 'Enter');
  await type('behind');
  expect(shown('.cm-toggle-title')).toEqual(['Title']);
  expect(await source()).toBe(
    '- one\n- <details>\n  <summary>Title</summary>\n  \n  Inside\n  more\n  \n  </details>\n\n  behind',
  );
  await button('Read').click();
  await expect.poll(() => all('.reading-view li summary').map(textOf)).toEqual(['Title']);
});

test('a date, a footnote and a comment come from the menu', async () => {
  await openPage('On ');
  await write('/iso');
  await see(page.getByRole('option', { name: 'ISO date' }));
  await press('Enter');
  await type(' said /footn');
  await see(page.getByRole('option', { name: 'Footnote' }));
  await press('Enter');
  await type('where /comment');
  await see(page.getByRole('option', { name: 'Comment' }));
  await press('Enter');
  await type('why');
  expect(await source()).toMatch(/^On \d{4}-\d\d-\d\d said \[\^1\]\n\n\[\^1\]: where %%why%%$/);
});

test('a footnote says what it says at its number, and there are ways there and back', async () => {
  const card = page.getByTestId('page-card');
  await openPage('Text[^a] goes on.\n\n[^a]: Said *below*.');
  await pointAt(content().getByText('a', { exact: true }).first(), card);
  await text(card, 'Said below.Go to footnote');
  await card.getByRole('button', { name: 'Go to footnote' }).click();
  await gone(card);
  await focused(content());
  await type(' More.');
  await content().getByRole('button', { name: 'Back to reference a' }).click();
  await focused(content());
  await type('!');
  expect(await source()).toBe('Text[^a]! goes on.\n\n[^a]: Said *below*. More.');
  // Behind a number at the end of a line, one goes on behind its bracket.
  await press('ControlOrMeta+Home', 'ArrowRight', 'Shift+End', 'Delete');
  await type('ext[^a]');
  await press('ControlOrMeta+End', 'ControlOrMeta+Home', 'End', 'Enter');
  await type('Text! goes on.');
  expect(await source()).toBe('Text[^a]\nText! goes on.\n\n[^a]: Said *below*. More.');
  // By the caret.
  await press('ControlOrMeta+Home', ...Array<string>(6).fill('ArrowRight'));
  await says(card, 'Said below. More.');
  await press('Escape');
  await gone(card);
  await saved();

  await button('Read').click();
  const number = page.getByTestId('reading-view').getByRole('link', { name: '1', exact: true });
  await pointAt(number, card);
  await says(card, 'Said below. More.');
  await expectAccessibleInBothThemes();
  await page.getByRole('heading', { name: 'Draft' }).hover();
  await gone(card);
  const tap = () => {
    const of = (type: string) =>
      number
        .element()
        .dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true, cancelable: true }));
    of('pointerdown');
    of('pointerup');
    return of('click');
  };
  // The first tap shows it, the second one goes there.
  expect(tap()).toBe(false);
  await says(card, 'Said below. More.');
  expect(tap()).toBe(true);
  await gone(card);
  await expect.poll(() => location.hash).toBe('#user-content-fn-a');
});
