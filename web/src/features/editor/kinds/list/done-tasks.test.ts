/** All own words of a done task are struck, and nothing below them: in the editor, when read, and on a public page. */
import { syntaxTree } from '@codemirror/language';
import { expect, test } from 'vitest';
import type { Content } from '../../../../../../markdown/src/read/elements.ts';
import { renderMarkdown } from '../../../../../../supabase/functions/public-page/text/render-markdown.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { renderedTree } from '../../reading/parts/rendered-tree.ts';
import type { Decorations } from '../../view/decorations.ts';
import { revealSyntax } from '../../view/reveal.ts';
import { decorateListItem } from './list-decorations.ts';

test.each([
  ['- [x] one\n  two\n\n  three\n  - four\n', ['one\n  two']],
  ['- [x] one\n  - [x] two\n- [ ] three\n', ['one', 'two']],
])('in the editor: %j', (doc, struck) => {
  const state = parsedState({ doc, extensions: [pageLanguage, revealSyntax()] });
  const out: Decorations = [];
  syntaxTree(state).iterate({
    enter: (node) => {
      if (node.name === 'ListItem') decorateListItem(node, state, out);
    },
  });
  const done = out.filter(({ value }) => value.spec.class === 'cm-done');
  expect(done.map(({ from, to }) => state.sliceDoc(from, to))).toEqual(struck);
});

test.each([
  ['- [x] one *two*\n  three\n- [ ] four', ['one two\nthree']],
  ['- [x] one\n\n  two\n\n- [x] three', ['one', 'three']],
  ['- [x] one\n  - two\n  - [x] three\n\n  > four', ['one', 'three']],
  ['- [x] one\n  ```\n  two\n  ```', ['one']],
])('where it is read, and where it is public: %j', async (text, struck) => {
  const read = (nodes: readonly Content[], isIn = false): string[] =>
    nodes.flatMap((node) => {
      if (node.type === 'text') return isIn ? [node.value] : [];
      const isDone = String(node.properties.className ?? '') === 'done';
      return isDone ? [read(node.children, true).join('')] : read(node.children, isIn);
    });
  expect(read(renderedTree(text).children)).toEqual(struck);
  const linked = { open: new Set<string>(), titles: new Map<string, string>(), tree: [] };
  const { html } = await renderMarkdown(text, 'https://docs.example.com', linked, undefined, 60_000);
  const printed = [...html.matchAll(/<span class="done">(.*?)<\/span>/gs)].map(([, said = '']) => said);
  expect(printed.map((said) => said.replaceAll(/<br>\n?/g, '\n').replaceAll(/<[^>]*>/g, ''))).toEqual(struck);
});
