/** Headings have the same names in the app and on public pages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../../../supabase/functions/public-page/text/render-markdown.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { anchorOf } from './block-anchors.ts';

const NOTHING_LINKED = { open: new Set<string>(), titles: new Map<string, string>(), tree: [] };

test('headings of the same words have names of their own, the same in the app', async () => {
  const words = fc.constantFrom(
    'Same',
    'Same-1',
    'same 1',
    'Same-1-1',
    '[Same](/p/x)',
    '!!!',
    'heading',
    'Other',
  );
  const heading = fc.oneof(
    words.map((text) => `## ${text}`),
    words.map((text) => `> # ${text}`),
    words.map((text) => `- # ${text}`),
    words.map((text) => `<details>\n<summary>T</summary>\n\n# ${text}\n\n</details>`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(heading, { maxLength: 8 }), async (headings) => {
      const text = headings.join('\n\n');
      const { html } = await renderMarkdown(text, 'https://docs.example.com', NOTHING_LINKED);
      const ids = [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const inApp: (string | undefined)[] = [];
      const tree = pageLanguage.parser.parse(text);
      tree.iterate({
        enter: ({ name, from }) => {
          if (name.startsWith('ATXHeading'))
            inApp.push(anchorOf(tree, (...range) => text.slice(...range), from));
        },
      });
      expect(ids.map((id, at) => inApp[at] && id)).toEqual(inApp);
    }),
    { numRuns: 300 },
  );
});
