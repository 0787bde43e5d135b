/** Drawing waits for what is read: a key in a large block shows no marks that were hidden. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorState, type Transaction } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import { expect, test, vi } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState } from '../markdown/parsed-state.ts';
import { revealSyntax } from '../view/reveal.ts';
import { ShownImages } from '../view/shown-images.ts';
import { inlinePreview } from './inline-preview.ts';

interface Preview {
  readonly decorations: DecorationSet;
  update(update: object): void;
}

const MARKS = '> '.repeat(20);
const QUOTE = Array.from({ length: 200 }, () => `${MARKS}**a**\n${MARKS.trimEnd()}`).join('\n');

/** The preview as a window would make it that shows the whole page. */
function previewOf(first: EditorState) {
  const view = {
    state: first,
    viewport: { from: 0, to: first.doc.length },
    visibleRanges: [{ from: 0, to: first.doc.length }],
    composing: false,
  };
  const preview: Preview = Reflect.get(inlinePreview(new ShownImages()), 'create').call(undefined, view);
  const show = (transaction: Transaction) => {
    const whole = { from: 0, to: transaction.state.doc.length };
    Object.assign(view, { state: transaction.state, viewport: whole, visibleRanges: [whole] });
    const { startState, state, changes, docChanged } = transaction;
    preview.update({ view, startState, state, changes, docChanged, transactions: [transaction] });
  };
  return { preview, show };
}

/** A state parses for some milliseconds: here, for none. */
function withoutTime<Result>(act: () => Result): Result {
  let time = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    time += 1000;
    return time;
  });
  try {
    return act();
  } finally {
    clock.mockRestore();
  }
}

test('a key in a block that takes long to be read again leaves what is drawn in place until it is read', () => {
  const first = parsedState({ doc: QUOTE, extensions: [pageLanguage, revealSyntax()] });
  const { preview, show } = previewOf(first);
  const drawn = preview.decorations.size;
  expect(drawn).toBeGreaterThan(4000);

  const key = withoutTime(() => {
    const typed = first.update({ changes: { from: 3, insert: '*' } });
    expect(syntaxTree(typed.state).length).toBeLessThan(QUOTE.length / 2);
    return typed;
  });
  show(key);
  expect(preview.decorations.size).toBe(drawn);

  ensureSyntaxTree(key.state, key.state.doc.length, 60_000);
  show(key.state.update({}));
  // The first line is a list's in fewer quotes now.
  expect(preview.decorations.size).not.toBe(drawn);
});

test('a page that was not drawn yet is drawn as far as it is read', () => {
  const first = withoutTime(() =>
    EditorState.create({ doc: QUOTE, extensions: [pageLanguage, revealSyntax()] }),
  );
  const { preview, show } = previewOf(first);
  const drawn = preview.decorations.size;
  const state = parsedState({ doc: QUOTE, extensions: [pageLanguage, revealSyntax()] });
  expect(drawn).toBeLessThan(4000);
  ensureSyntaxTree(first, first.doc.length, 60_000);
  show(first.update({}));
  expect(preview.decorations.size).toBe(previewOf(state).preview.decorations.size);
});
