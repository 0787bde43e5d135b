/** Files from outside, which a page cannot keep yet: it says so, and neither the text nor the screen is lost. */
import { expect, test } from 'vitest';
import { cdp, type Locator, page, server as runner } from 'vitest/browser';
import { keepDroppedFilesOut } from '../../src/lib/browser/dropped-files.ts';
import { content, openPage, reads } from '../support/editor.ts';
import { button, count, press, see, toast } from '../support/person.ts';

const REFUSED = 'Pictures and files cannot be kept in pages yet.';

keepDroppedFilesOut();

test('a dropped or pasted picture is refused in words, and the app stays', async () => {
  await openPage('words', 'Album');
  const address = location.href;
  const dismiss = async () => {
    await see(toast(REFUSED));
    await button('Dismiss').click();
    await count(toast(REFUSED), 0);
  };
  // Where nothing takes it, the browser would open it in the place of the app.
  expect(await dragOver(page.getByRole('complementary', { name: 'Sidebar' }))).toBe('none');
  await drop(content(), 'public/icons/icon-192.png');
  await dismiss();
  // Beside the text as well.
  await drop(page.getByText('Supports Markdown formatting'), 'public/icons/icon-192.png');
  await dismiss();

  await content().click();
  await press('ControlOrMeta+a');
  await paste('<img src="data:image/png;base64,iVBORw0KGgo=">');
  await see(toast(REFUSED));
  await reads('words');
  await paste('');
  await count(toast(REFUSED), 2);
  await reads('words');

  await drop(content(), 'public/robots.txt');
  await expect.poll(() => content().element().textContent).toContain('Disallow: /dashboard');
  expect(location.href).toBe(address);
});

/** As a person does it with the system's file manager. @param file below web/ */
async function drop(target: Locator, file: string): Promise<void> {
  const { x, y } = (await target.findElement()).getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const at = { x: x + 8 + (frame?.x ?? 0), y: y + 8 + (frame?.y ?? 0) };
  const data = { items: [], files: [`${runner.config.root}/${file}`], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp().send('Input.dispatchDragEvent', { type, ...at, data });
}

/** @returns what the browser would do with the file */
async function dragOver(target: Locator): Promise<string> {
  const element = await target.findElement();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'photo.png', { type: 'image/png' }));
  const init = { dataTransfer, bubbles: true, cancelable: true };
  const isFree =
    element.dispatchEvent(new DragEvent('dragover', init)) ||
    element.dispatchEvent(new DragEvent('drop', init));
  return isFree ? 'opened' : dataTransfer.dropEffect;
}

/** @param html what the clipboard has beside the picture */
async function paste(html: string): Promise<void> {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File(['x'], 'photo.png', { type: 'image/png' }));
  if (html !== '') clipboardData.setData('text/html', html);
  const init = { clipboardData, bubbles: true, cancelable: true };
  (await content().findElement()).dispatchEvent(new ClipboardEvent('paste', init));
}
