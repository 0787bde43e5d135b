/** Draws the installed app's icons from web/public/favicon.svg. To be run after the mark has changed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../browser/find-browser.ts';

const PUBLIC = fileURLToPath(new URL('../../web/public/', import.meta.url));

const ICONS = [
  { file: 'icon-192.png', size: 192, isSquare: false },
  { file: 'icon-512.png', size: 512, isSquare: false },
  // Systems cut these to a shape of their own: colour to the edge, the mark inside the middle 80 %.
  { file: 'maskable-512.png', size: 512, isSquare: true },
  { file: 'apple-touch-icon.png', size: 180, isSquare: true },
];

const mark = await readFile(`${PUBLIC}favicon.svg`, 'utf8');
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const { file, size, isSquare } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const drawn = isSquare
    ? mark.replace('rx="8"', '').replace('<g ', '<g transform="translate(3.2 3.2) scale(.8)" ')
    : mark;
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawn}`);
  await page.screenshot({ path: `${PUBLIC}icons/${file}`, omitBackground: true });
}
await browser.close();
