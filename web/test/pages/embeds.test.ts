/** Cards of players and documents, and pictures side by side: written, pasted and read. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, source, write } from '../support/person/editor.ts';
import { all, button, count, focused, gone, press, see, textOf, type } from '../support/person/person.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const PICTURE = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;

const cards = () => all('.embed-card');
const frames = () => all<HTMLIFrameElement>('iframe.embed-frame');
const link = () => page.getByRole('dialog', { name: 'Link', exact: true });

function paste(text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  content().element().dispatchEvent(event);
}

test('an address alone in its paragraph is a card, which asks for nothing before a click', async () => {
  const { reopen } = await openPage(
    `Above\n\n${VIDEO}\n\nSee ${VIDEO}\n\nhttps://youtube.com.evil.example/watch?v=dQw4w9WgXcQ\n\nEnd`,
  );
  await expect.poll(() => cards().map(textOf)).toEqual(['YouTubeyoutu.be/dQw4w9WgXcQPlay']);
  expect(frames()).toEqual([]);
  await expectAccessibleInBothThemes();

  await button('Play YouTube').click();
  const [frame] = frames();
  expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1');
  expect(frame?.title).toBe('YouTube: youtu.be/dQw4w9WgXcQ');
  expect(frame?.loading).toBe('lazy');
  expect(frame?.referrerPolicy).toBe('strict-origin');
  expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  await button('Close YouTube').click();
  expect(frames()).toEqual([]);
  await saved();

  await button('Read').click();
  await see(page.getByTestId('reading-view').getByRole('link', { name: 'youtu.be/dQw4w9WgXcQ' }).first());
  await count(page.getByTestId('reading-view').getByRole('button', { name: 'Play YouTube' }), 1);
  expect(frames()).toEqual([]);
  await page.getByTestId('reading-view').getByRole('button', { name: 'Play YouTube' }).click();
  expect(frames().map(({ src }) => src)).toEqual([
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ]);
  await expectAccessibleInBothThemes();
  await reopen();
  await see(button('Play YouTube'));
  expect(frames()).toEqual([]);
});

test('a pasted address is a card, which can be shown as a link and back', async () => {
  await openPage('Above\n\n');
  paste(VIDEO);
  await expect.poll(() => cards().length).toBe(1);
  await type('\n\nBelow');
  expect(await source()).toBe(`Above\n\n${VIDEO}\n\nBelow`);

  await content().getByRole('button', { name: 'More for this link' }).click();
  await see(link().getByRole('button', { name: 'Open youtu.be/dQw4w9WgXcQ' }));
  await link().getByRole('button', { name: 'Show as link' }).click();
  await expect.poll(() => cards().length).toBe(0);
  expect(await source()).toBe(`Above\n\n[youtu.be/dQw4w9WgXcQ](${VIDEO})\n\nBelow`);
  await content().getByText('youtu.be/dQw4w9WgXcQ').click();
  await link().getByRole('button', { name: 'Show as card' }).click();
  await expect.poll(() => cards().length).toBe(1);
  expect(await source()).toBe(`Above\n\n${VIDEO}\n\nBelow`);
});

test('the menu asks for the address of a card', async () => {
  await openPage('Above');
  await write('\n/embed');
  await see(page.getByRole('option', { name: 'Embed…' }));
  await press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
  await expectAccessibleInBothThemes();
  await type('embed');
  await see(page.getByRole('option', { name: 'Embed…' }));
  await press('Enter');
  const address = page.getByRole('textbox', { name: 'Address' });
  await focused(address);
  await type('https://example.com/video');
  await press('Enter');
  await see(page.getByText('This address cannot be shown as a card.'));
  await expectAccessibleInBothThemes();
  await address.fill('vimeo.com/76979871');
  await press('Enter');
  await gone(address);
  await focused(content());
  await type('Below');
  await expect.poll(() => cards().map(textOf)).toEqual(['Vimeovimeo.com/76979871Play']);
  expect(await source()).toBe('Above\n\nhttps://vimeo.com/76979871\n\nBelow');
});

test('pictures alone in a paragraph stand side by side, and the caret goes into them', async () => {
  await openPage(`Above\n\n![A](${PICTURE}) ![B](${PICTURE} "Second")\n\nEnd`);
  await expect.poll(() => all('.picture-row figcaption').map(textOf)).toEqual(['A', 'Second']);
  await expect
    .poll(() => all<HTMLImageElement>('.picture-row img').map(({ naturalWidth }) => naturalWidth))
    .toEqual([1, 1]);
  const [left, right] = all('.cm-content .picture-row figure').map((figure) =>
    figure.getBoundingClientRect(),
  );
  expect(right?.top).toBe(left?.top);
  expect(right?.left).toBeGreaterThan(left?.right ?? 0);
  await expectAccessibleInBothThemes();
  // Its source is between the lines above and below.
  await press('ControlOrMeta+Home', 'ArrowDown', 'ArrowDown');
  await type('![C](/c.png) ');
  await expect.poll(() => all('.picture-row figcaption').map(textOf)).toEqual(['C', 'A', 'Second']);
  await saved();
  await button('Read').click();
  await expect
    .poll(() => all('.reading-view .picture-row figcaption').map(textOf))
    .toEqual(['C', 'A', 'Second']);
});
