import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderPublicPages } from './render-public-pages.tsx';

const landing = readFileSync(new URL('../../../content/landing.json', import.meta.url), 'utf8');
const sizes = { 1024: '/small.webp', 2048: '/large.webp' };

function pages(texts: { landing?: string; terms?: string; privacy?: string } = {}) {
  const rendered = renderPublicPages(
    { landing, terms: '', privacy: '', ...texts },
    { light: sizes, dark: sizes },
  );
  return Object.fromEntries(rendered.map((page) => [page.path, page.markup]));
}

test('the landing page of Trellis makes its four claims, and its anchors lead somewhere', () => {
  const markup = pages()['/'];
  for (const claim of [
    '7-day free trial',
    'No credit card',
    '10,000+ businesses',
    '4.9/5 from 2,847 reviews',
  ])
    expect(markup).toContain(claim);
  for (const id of ['features', 'pricing', 'reviews']) {
    expect(markup).toContain(`<section id="${id}"`);
    expect(markup).toContain(`href="#${id}"`);
  }
});

test('an emptied file leaves a heading and the way in, and no empty section', () => {
  const hero = { title: 'Our workspace' };
  const { features, pricing, reviews, closing } = JSON.parse(landing);
  for (const content of [
    { title: 'Us', hero },
    {
      title: 'Us',
      description: '',
      hero: { title: 'Our workspace', text: '', promises: [] },
      features: { ...features, items: [] },
      pricing: { ...pricing, title: '' },
      reviews: { ...reviews, title: '', items: [] },
      closing: { ...closing, title: '' },
    },
  ]) {
    const markup = pages({ landing: JSON.stringify(content) })['/'];
    expect(markup).toContain('Our workspace</h1>');
    expect(markup).toContain('href="/auth/signup"');
    expect(markup?.match(/<section/g)).toHaveLength(1);
    expect(markup).not.toMatch(/href="#(?!content")/);
    expect(markup).not.toMatch(/trial|credit|businesses|4\.9/);
    expect(markup).not.toMatch(/<(p|ul|h2|blockquote)(\s[^>]*)?><\//);
  }
});

test.each([
  ['{', 'is not JSON'],
  ['{"title":"Us"}', 'hero'],
  ['{"title":"Us","hero":{"title":""}}', 'hero.title'],
  ['{"title":"Us","hero":{"title":"Us"},"price":{}}', '"price"'],
  [
    '{"title":"Us","hero":{"title":"Us"},"features":{"items":[{"icon":"cat","title":"x"}]}}',
    'features.items.0.icon',
  ],
])('a wrong file (%s) is refused by name', (text, named) => {
  expect(() => pages({ landing: text })).toThrow(/web\/content\/landing\.json/);
  expect(() => pages({ landing: text })).toThrow(named);
});

test('without the operator’s words the legal pages say so', () => {
  expect(pages()['/terms']).toContain('have not published their terms of service yet');
  expect(pages({ terms: ' \n' })['/terms']).toContain('not published');
});

test('the operator’s words are shown as Markdown, and nothing in them runs', () => {
  const terms =
    '# Rules\n\nBe *kind*. [Us](https://example.com) [no](javascript:alert(1)) <script>alert(1)</script>';
  const markup = pages({ terms })['/terms'];
  expect(markup).toContain('<h2>Rules</h2>');
  expect(markup).toContain('<em>kind</em>');
  expect(markup).toContain('<a href="https://example.com">Us</a>');
  expect(markup).not.toMatch(/<script|javascript:|not published/);
  expect(pages({ terms })['/privacy']).toContain('not published');
});
