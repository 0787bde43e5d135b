/// <reference lib="dom" />
/** A page of 200 photos that its writer has uploaded, and which variants of them a browser asks for. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { markdown } from '../dataset/markdown.ts';
import { photoOf } from '../dataset/photos.ts';
import { nameInText } from '../files/person.ts';
import { askAsPerson } from './signed-in-browser.ts';

const PHOTOS = 200;
const [WIDTH, HEIGHT] = [2000, 1500];

interface Photo {
  readonly id: string;
  readonly name: string;
}

/** @returns a text with the photos, which `uploadPhotos` brings once the page is there */
export function textOfPhotos(): { readonly photos: readonly Photo[]; readonly content: string } {
  const photos = Array.from({ length: PHOTOS }, (_, index) => ({
    id: randomUUID(),
    name: `photo ${index}.jpg`,
  }));
  const parts = photos.map(({ id, name }, index) => {
    const words = markdown(index)
      .slice(20, 220)
      .replaceAll(/[#\n]+/g, ' ');
    return `${words}\n\n![Photo ${index}](${nameInText(id, name)})`;
  });
  return { photos, content: parts.join('\n\n') };
}

export async function uploadPhotos(page: Page, pageId: string, photos: readonly Photo[]): Promise<void> {
  const { origin, headers } = await page.evaluate(async () => {
    const { supabasePublishableKey: apikey } = await (await fetch('/config.json')).json();
    const { access_token: token } = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
    return { origin: location.origin, headers: { apikey, authorization: `Bearer ${token}` } };
  });
  for (const [index, { id, name }] of photos.entries()) {
    const photo = await photoOf(index, WIDTH, HEIGHT);
    const file = { file_id: id, name, media_type: 'image/jpeg', bytes: photo.length };
    const more = { page_id: pageId, width: WIDTH, height: HEIGHT };
    const row = (await askAsPerson(page, 'POST', 'rpc/add_page_file', { ...file, ...more })) as {
      object_name: string;
    };
    const answer = await fetch(`${origin}/storage/v1/object/page-files/${row.object_name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    });
    if (!answer.ok) throw new Error(`A photo was answered with ${answer.status}: ${await answer.text()}`);
  }
}

export interface AskedVariants {
  /** @returns how many photos were asked for so far, and by which widths */
  tell(): string;
}

export function watchVariants(page: Page): AskedVariants {
  const asked = new Set<string>();
  const widths = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.includes('/page-files/')) return;
    asked.add(pathname);
    const width = pathname.includes('/render/image/') ? `${searchParams.get('width')} px` : 'whole';
    widths.set(width, (widths.get(width) ?? 0) + 1);
  });
  return {
    tell: () =>
      `${asked.size} of ${PHOTOS} photos (${[...widths].map(([width, count]) => `${count} × ${width}`).join(', ')})`,
  };
}
