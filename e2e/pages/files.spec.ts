/// <reference lib="dom" />
/** Files from outside, which a page cannot keep yet: it says so, and neither the text nor the screen is lost. */
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { content, createPage, expect, newAccount, signUp, test, write } from '../support/journey.ts';
import { toast } from '../support/toast.ts';

const REFUSED = 'Pictures and files cannot be kept in pages yet.';

test('a picture that is dropped or pasted is refused in words, and the app stays', async ({
  person,
}, testInfo) => {
  const picture = testInfo.outputPath('photo.png');
  const notes = testInfo.outputPath('notes.md');
  await writeFile(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]));
  await writeFile(notes, 'from a file ');
  await signUp(person, newAccount('Photo Grapher'));
  await createPage(person, 'Album');
  await write(person, 'words');
  const address = person.url();

  // Where nothing takes it, the browser would open it in the place of the app.
  expect(await dragOver(person.getByRole('complementary', { name: 'Sidebar' }))).toBe('none');
  await drop(person, content(person), picture);
  await expect(toast(person, REFUSED)).toBeVisible();
  await person.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(person, REFUSED)).toHaveCount(0);
  // Beside the text as well.
  await drop(person, person.getByText('Supports Markdown formatting'), picture);
  await expect(toast(person, REFUSED)).toBeVisible();
  await person.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(person, REFUSED)).toHaveCount(0);

  await content(person).click();
  await person.keyboard.press('ControlOrMeta+a');
  await paste(person, 'image/png', '<img src="data:image/png;base64,iVBORw0KGgo=">');
  await expect(toast(person, REFUSED)).toBeVisible();
  await expect(content(person)).toHaveText('words');
  await paste(person, 'image/png', '');
  await expect(toast(person, REFUSED)).toHaveCount(2);
  await expect(content(person)).toHaveText('words');

  await drop(person, content(person), notes);
  await expect(content(person)).toContainText('from a file');
  expect(person.url()).toBe(address);
});

/** As a person does it with the system's file manager. */
async function drop(page: Page, target: Locator, file: string): Promise<void> {
  const box = await target.boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

/** @returns what the browser would do with the file */
function dragOver(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'photo.png', { type: 'image/png' }));
    const init = { dataTransfer, bubbles: true, cancelable: true };
    const isFree =
      element.dispatchEvent(new DragEvent('dragover', init)) ||
      element.dispatchEvent(new DragEvent('drop', init));
    return isFree ? 'opened' : dataTransfer.dropEffect;
  });
}

async function paste(page: Page, type: string, html: string): Promise<void> {
  await content(page).evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'photo.png', { type: given.type }));
      if (given.html !== '') data.setData('text/html', given.html);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    { type, html },
  );
}
