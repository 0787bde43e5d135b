import { describe, expect, test } from 'vitest';
import { embedIn, readEmbed } from './syntax.ts';

const HASH = '0123456789abcdef0123456789abcdef';
const DOC = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ-_012345';

const SHOWN: readonly (readonly [string, string])[] = [
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=1m30s',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?si=x&t=42',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=42',
  ],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/abcdef0123',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef0123',
  ],
  [`https://www.loom.com/share/${HASH}?sid=1`, `https://www.loom.com/embed/${HASH}?autoplay=1`],
  [
    'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT?si=1',
    'https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT',
  ],
  [
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&auto_play=true',
  ],
  [
    'https://www.figma.com/file/AbCdEfGhIjKlMnOpQrStUv/Name?node-id=1-2&t=x',
    'https://embed.figma.com/design/AbCdEfGhIjKlMnOpQrStUv?embed-host=trellis&node-id=1-2',
  ],
  [
    'https://codepen.io/team/codepen/pen/PNaGbb',
    'https://codepen.io/team/codepen/embed/PNaGbb?default-tab=result',
  ],
  [
    'https://www.google.com/maps/place/Tour+Eiffel/@48.85,2.29,17z',
    'https://www.google.com/maps?q=Tour%20Eiffel&output=embed',
  ],
  [
    'https://www.google.com/maps/@48.85,2.29,17z',
    'https://www.google.com/maps?q=48.85,2.29&z=17&output=embed',
  ],
  ['https://www.google.com/maps/embed?pb=!1m18!2sen', 'https://www.google.com/maps/embed?pb=!1m18!2sen'],
  [
    `https://docs.google.com/document/d/${DOC}/edit#heading=h.1`,
    `https://docs.google.com/document/d/${DOC}/preview`,
  ],
  [
    `https://docs.google.com/forms/d/e/${DOC}/viewform`,
    `https://docs.google.com/forms/d/e/${DOC}/viewform?embedded=true`,
  ],
];

const HOSTILE = [
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://evil-youtu.be/dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://me:secret@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:443/watch?v=dQw4w9WgXcQ',
  'https://youtube.com\\@evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com./watch?v=dQw4w9WgXcQ',
  'https://yоutube.com/watch?v=dQw4w9WgXcQ',
  'http://youtube.com/watch?v=dQw4w9WgXcQ',
  '//youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'data:text/html,https://youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https://evil.example&v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ" onload="alert(1)',
  'https://www.youtube.com/watch?v=<script>',
  'https://www.youtube.com/embed/../redirect?v=dQw4w9WgXcQ',
  'https://soundcloud.com/a/b%2f..%2f..',
  'https://google.com/url?q=https://evil.example',
  'https://docs.google.com.evil.example/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit',
  'https://docs.google.com/document/d/short/edit',
  'https://open.spotify.com/track/../../4cOdK2wGLETKBW3PvgPWqT',
  `https://youtu.be/dQw4w9WgXcQ?${'a'.repeat(3000)}`,
];

test.each(SHOWN)('%s is shown by the frame of its provider', (address, frame) => {
  expect(readEmbed(address)?.frame).toBe(frame);
  expect(readEmbed(address)?.address).toBe(address);
});

test.each(HOSTILE)('%s stays a link', (address) => expect(readEmbed(address)).toBeUndefined());

describe('a paragraph', () => {
  test('is a card when the address stands alone in it', () => {
    expect(embedIn('  https://youtu.be/dQw4w9WgXcQ ')?.provider).toBe('YouTube');
    expect(embedIn('<https://youtu.be/dQw4w9WgXcQ>')?.address).toBe('https://youtu.be/dQw4w9WgXcQ');
    expect(embedIn('See https://youtu.be/dQw4w9WgXcQ')).toBeUndefined();
    expect(embedIn('https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/dQw4w9WgXcQ')).toBeUndefined();
    expect(embedIn('[https://youtu.be/dQw4w9WgXcQ](https://youtu.be/dQw4w9WgXcQ)')).toBeUndefined();
  });
});
