/** The server's policy and the web app's cards of players know nothing of each other, and say the same. */
import { expect, test } from 'vitest';
import { EMBED_PROVIDERS, readEmbed } from '../markdown/src/kinds/embed/syntax.ts';
import { webAppPolicy } from '../server/src/http/security-headers.ts';

const LINKS = [
  'https://youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/76979871',
  'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
  'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT',
  'https://soundcloud.com/forss/flickermood',
  'https://www.figma.com/design/AbCdEfGhIjKlMnOpQrStUv/Name',
  'https://codepen.io/team/codepen/pen/PNaGbb',
  'https://www.google.com/maps/place/Tour+Eiffel',
  'https://www.google.com/maps/embed?pb=!1m18',
  'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit',
];

test('the policy of the app allows the frames of its cards, and no other', () => {
  const policy = webAppPolicy('https://api.example.com');
  const frames = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  // Documents of pages are no cards.
  const files = ['blob:', 'https://api.example.com/storage/v1/object/sign/page-files/'];
  expect(frames).toEqual(expect.arrayContaining(files));
  const sources = frames.filter((source) => !files.includes(source));
  const embeds = LINKS.map((link) => readEmbed(link));
  expect(new Set(embeds.map((embed) => embed?.provider))).toEqual(
    new Set(EMBED_PROVIDERS.map(({ name }) => name)),
  );
  const allowing = embeds.map((embed) => sources.find((source) => allows(source, embed?.frame ?? '')));
  expect(allowing).not.toContain(undefined);
  expect(new Set(allowing)).toEqual(new Set(sources));
});

/** As browsers read it: a path that ends with a slash is the beginning of others, any other one is itself. */
function allows(source: string, frame: string): boolean {
  const [allowed, asked] = [new URL(source), new URL(frame)];
  if (allowed.origin !== asked.origin) return false;
  return allowed.pathname.endsWith('/')
    ? asked.pathname.startsWith(allowed.pathname)
    : asked.pathname === allowed.pathname;
}
