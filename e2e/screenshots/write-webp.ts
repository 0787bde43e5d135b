/** Playwright takes pictures as PNG; the browser itself makes the smaller ones of them that a visitor loads. */
import { writeFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

const QUALITY = 0.75;

export async function writeWebp(
  context: BrowserContext,
  png: Buffer,
  width: number,
  file: string,
): Promise<void> {
  const page = await context.newPage();
  const bytes = await page.evaluate(
    async ({ address, width, quality }) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const height = Math.round((image.naturalHeight * width) / image.naturalWidth);
      const canvas = new OffscreenCanvas(width, height);
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser cannot draw.');
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(image, 0, 0, width, height);
      const picture = await canvas.convertToBlob({ type: 'image/webp', quality });
      return [...new Uint8Array(await picture.arrayBuffer())];
    },
    { address: `data:image/png;base64,${png.toString('base64')}`, width, quality: QUALITY },
  );
  await writeFile(file, Uint8Array.from(bytes));
  await page.close();
}
