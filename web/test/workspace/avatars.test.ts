/** Pictures of people and workspaces: chosen, cut by keys and by hand, shown in the place of the letter, taken away, taken back. */
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { all, button, count, focused, gone, overflow, press, see, toast } from '../support/person/person.ts';
import { accountOf } from '../support/server/account.ts';
import { type Asked, broken, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const dialog = () => page.getByRole('dialog', { name: 'Your picture' });
const area = () => page.getByRole('application', { name: 'Part of the picture' });
const zoom = () => page.getByRole('slider', { name: 'Zoom' });
const choose = (file: File) => page.getByLabelText('File for the picture', { exact: true }).upload(file);

let objects: string[] = [];
let bytes: Blob | undefined;
afterEach(() => {
  objects = [];
});

/** The bucket, as Storage has it. */
function bucketOf({ userId }: { readonly userId: string }) {
  const prefix = `/storage/v1/object/avatars/${userId}/`;
  return [
    async (asked: Asked) => {
      if (asked.method !== 'POST' || !asked.path.startsWith(prefix)) return undefined;
      objects.push(asked.path.slice(prefix.length));
      bytes = asked.body as Blob;
      return json({ Id: crypto.randomUUID(), Key: asked.path });
    },
    on('POST /storage/v1/object/list/avatars', () => json(objects.map((name) => ({ name })))),
    on('DELETE /storage/v1/object/avatars', ({ body }) => {
      const { prefixes } = body as { prefixes: string[] };
      objects = objects.filter((name) => !prefixes.includes(`${userId}/${name}`));
      return json([]);
    }),
  ];
}

async function openSettings(): Promise<Workspace> {
  const workspace = signedIn({ fullName: 'Ada Lovelace' });
  server().say(...accountOf(workspace), ...bucketOf({ userId: workspace.profile.id }));
  await openApp('/dashboard/settings');
  return workspace;
}

/** Left half red, right half blue. */
async function twoColours(width = 400, height = 200): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = 'blue';
  context.fillRect(width / 2, 0, width / 2, height);
  return new File([await canvas.convertToBlob()], 'two.png', { type: 'image/png' });
}

/** Within what the format changes of it. */
async function colourAt(square: ImageBitmap, x: number): Promise<number[]> {
  const context = new OffscreenCanvas(256, 256).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(square, 0, 0);
  return [...context.getImageData(x, 128, 1, 1).data.slice(0, 3)].map((value) => Math.round(value / 51) * 51);
}

const shown = () => {
  const image = all<HTMLImageElement>('[role=application] img')[0] as HTMLImageElement;
  const frame = (image.parentElement as HTMLElement).getBoundingClientRect();
  const { left, top, width } = image.getBoundingClientRect();
  return {
    left: (left - frame.left) / frame.width,
    top: (top - frame.top) / frame.width,
    width: width / frame.width,
  };
};

test('a picture is cut with the keyboard, and stands where the letter stood', async () => {
  await openSettings();
  await count(button('Remove picture'), 0);
  await choose(await twoColours());
  await see(dialog());
  await expectAccessibleInBothThemes();
  expect(shown()).toEqual({ left: -0.5, top: 0, width: 2 });
  await focused(area());
  await press('ArrowRight', 'Shift+ArrowRight');
  await expect.poll(() => shown().left).toBeCloseTo(-0.38);
  // As far as it goes.
  for (let step = 0; step < 9; step++) await press('Shift+ArrowRight');
  await expect.poll(() => shown().left).toBeCloseTo(0);
  await press('+');
  await expect.poll(() => shown().width).toBeCloseTo(2.3);
  await expect.element(zoom()).toHaveAttribute('aria-valuetext', '115%');
  await press('-');
  await expect.element(button('Zoom out')).toBeDisabled();
  await button('Save picture').click();
  await see(toast('Picture updated'));
  await gone(dialog());
  expect(objects).toHaveLength(1);
  // The red half, small.
  const square = await createImageBitmap(bytes as Blob);
  expect([bytes?.type, square.width, square.height]).toEqual(['image/webp', 256, 256]);
  expect(await colourAt(square, 200)).toEqual([255, 0, 0]);
  await count(button('Remove picture'), 1);
  // In the settings, and in the menu of the account.
  await expect
    .poll(() => all<HTMLImageElement>('img').filter(({ src }) => src.endsWith(objects[0] ?? 'none')).length)
    .toBe(2);
});

test('a picture is dragged, and the wheel zooms to the pointer', async () => {
  await openSettings();
  await choose(await twoColours());
  await see(area());
  const element = area().element();
  const { left, top, width } = element.getBoundingClientRect();
  const at = (x: number, y: number) => ({
    clientX: left + x * width,
    clientY: top + y * width,
    bubbles: true,
    cancelable: true,
  });
  element.dispatchEvent(new WheelEvent('wheel', { ...at(0, 0), deltaY: -500 * Math.LN2 }));
  // Its corner stays.
  await expect.poll(() => shown().width).toBeCloseTo(4);
  expect(shown().left).toBeCloseTo(-1);
  expect(shown().top).toBeCloseTo(0);
});

test('a picture is removed, and that is taken back', async () => {
  await openSettings();
  await choose(await twoColours());
  await button('Save picture').click();
  await see(toast('Picture updated'));
  const [first = ''] = objects;
  server().say((asked) =>
    asked.path.endsWith(first) && asked.method === 'GET'
      ? new Response('bytes', { headers: { 'content-type': 'image/webp' } })
      : undefined,
  );
  await button('Remove picture').click();
  await see(toast('Picture removed'));
  await expect.poll(() => objects).toEqual([]);
  await count(button('Remove picture'), 0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await count(button('Remove picture'), 1);
  // Under a name of its own: browsers keep what has a name.
  await expect.poll(() => objects.length).toBe(1);
  expect(objects[0]).not.toBe(first);
});

test('what is no picture is refused in words, and a failure leaves the dialog for another try', async () => {
  await openSettings();
  await choose(new File(['<p>No</p>'], 'page.png', { type: 'image/png' }));
  await see(toast('This file is no picture that the browser can show.'));
  await count(dialog(), 0);
  const mend = server().say(on('PATCH /rest/v1/user_profiles', broken));
  button('Add picture…').element().focus();
  await choose(await twoColours(10, 400));
  await see(dialog());
  await expect.poll(overflow).toBe(0);
  await button('Save picture').click();
  await see(toast('The picture was not saved'));
  await see(dialog());
  mend();
  await button('Save picture').click();
  await gone(dialog());
  await focused(button('Change picture…'));
});
