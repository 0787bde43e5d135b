import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageTitles } from './page-titles.ts';

const ID = '6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';
const ADDRESS = `/dashboard/pages/${ID}`;

beforeEach(() => vi.stubGlobal('location', { origin: 'https://trellis.example' }));
afterEach(() => vi.unstubAllGlobals());

function titlesOf(name: string, formerNames: readonly string[], fails = false) {
  let now = name;
  let tell: () => void = () => undefined;
  const asked: string[][] = [];
  const pages = {
    nameOf: (id: string) => (id === ID ? now : undefined),
    iconOf: () => undefined,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  const titles = new PageTitles(pages, async (ids) => {
    asked.push([...ids]);
    if (fails) throw new Error('Offline');
    return new Map(ids.map((id) => [id, new Set(formerNames)]));
  });
  const rename = (next: string) => {
    now = next;
    tell();
  };
  return { titles, asked, rename };
}

const told = (titles: PageTitles) => new Promise<void>((resolve) => titles.subscribe(resolve));

test('a link that says a former title shows the present one', async () => {
  const { titles, asked } = titlesOf('New', ['Old', 'Older']);
  const answered = told(titles);
  expect(titles.titleFor(ADDRESS, 'Old')).toBeUndefined();
  expect(titles.titleFor(ADDRESS, 'see here')).toBeUndefined();
  await answered;
  expect(titles.titleFor(ADDRESS, 'Old')).toBe('New');
  expect(titles.titleFor(ADDRESS, 'see here')).toBeUndefined();
  expect(asked).toEqual([[ID]]);
});

test('nobody is asked about links that say the present title, or lead elsewhere', () => {
  const { titles, asked } = titlesOf('New', []);
  expect(titles.titleFor(ADDRESS, 'New')).toBeUndefined();
  expect(titles.titleFor('https://other.example', 'Old')).toBeUndefined();
  expect(asked).toEqual([]);
});

test('a page that is renamed while it is looked at shows its title at once', async () => {
  const { titles, rename } = titlesOf('Old', []);
  expect(titles.titleFor(ADDRESS, 'Old')).toBeUndefined();
  const news = told(titles);
  rename('New');
  await news;
  expect(titles.titleFor(ADDRESS, 'Old')).toBe('New');
});

test('without an answer links show what they say, and it is asked once', async () => {
  const { titles, asked } = titlesOf('New', ['Old'], true);
  const answered = told(titles);
  titles.titleFor(ADDRESS, 'Old');
  await answered;
  expect(titles.titleFor(ADDRESS, 'Old')).toBeUndefined();
  expect(asked).toHaveLength(1);
});
