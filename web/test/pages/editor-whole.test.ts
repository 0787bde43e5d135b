/** The editor goes on, and what is typed arrives where it is shown, when drawing stops in the middle. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { bindText, movedLines } from '../../src/features/editor/shared-text/shared-text.ts';
import { updateView } from '../../src/features/editor/view/update-view.ts';
import { closeEditor, view as loneView, open, openEditor } from '../support/lone-editor.ts';
import { type } from '../support/person/person.ts';

beforeAll(openEditor);
afterAll(closeEditor);

const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) {
    view.dom.parentElement?.remove();
    view.destroy();
  }
});

const hide = StateEffect.define<boolean>();
/** Whether a line break is to be hidden, which CodeMirror refuses while it draws. */
const isHidden = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.find((effect) => effect.is(hide))?.value ?? value,
});

/** @param isLasting whether each try to draw the page fails, and not the first one alone */
function openFragile(text: Y.Text, isLasting: boolean): EditorView {
  const parent = document.body.appendChild(document.createElement('div'));
  const across = Decoration.set(Decoration.replace({}).range(1, text.toString().indexOf('\n') + 2));
  const fragile = ViewPlugin.define(
    (made) => ({
      shown: isLasting && made.state.field(isHidden) ? across : Decoration.none,
      update({ startState, state }: ViewUpdate) {
        if (startState.field(isHidden) !== state.field(isHidden)) this.shown = across;
      },
    }),
    { decorations: ({ shown }) => shown },
  );
  const view = new EditorView({
    parent,
    doc: text.toString(),
    extensions: [isHidden, fragile, bindText(text)],
    dispatchTransactions: updateView,
  });
  views.push(view);
  return view;
}

test('a page whose drawing stopped is drawn anew, and keys go on', async () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const text = new Y.Doc().getText('content');
  text.insert(0, 'one\ntwo\nthree');
  const view = openFragile(text, false);
  view.focus();
  view.dispatch({ changes: { from: 3, insert: '\nmore' }, effects: hide.of(true), selection: { anchor: 8 } });
  expect(reported).toHaveBeenCalledOnce();
  expect(text.toString()).toBe('one\nmore\ntwo\nthree');
  expect([...view.contentDOM.children].map((line) => line.textContent)).toEqual([
    'one',
    'more',
    'two',
    'three',
  ]);
  expect(view.hasFocus).toBe(true);
  await type('!');
  await vi.waitFor(() => expect(text.toString()).toBe('one\nmore!\ntwo\nthree'));
  text.insert(0, 'heard ');
  expect(view.state.sliceDoc()).toBe('heard one\nmore!\ntwo\nthree');
});

test('where a page cannot be drawn, nobody can write in it', () => {
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const text = new Y.Doc().getText('content');
  text.insert(0, 'one\ntwo');
  const view = openFragile(text, true);
  expect(() => view.dispatch({ effects: hide.of(true) })).toThrow('line breaks');
  expect(view.dom.inert).toBe(true);
});

test('words of others that cannot be shown as an edit are shown all the same', () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const text = new Y.Doc().getText('content');
  text.insert(0, 'one\ntwo');
  const read = () => ({ changes: [{ from: 99, to: 99, insert: 'lost' }] });
  const means = { read, agree: () => undefined, write: () => undefined };
  const view = new EditorView({
    parent: document.body.appendChild(document.createElement('div')),
    doc: text.toString(),
    extensions: [bindText(text), movedLines.of(means)],
  });
  views.push(view);
  text.insert(0, 'heard ');
  expect(reported).toHaveBeenCalledOnce();
  expect(view.state.sliceDoc()).toBe('heard one\ntwo');
});

test('a step that is not of this text changes nothing', () => {
  const text = new Y.Doc().getText('content');
  text.insert(0, 'one\ntwo');
  const view = openFragile(text, false);
  const stale = view.state.update({ changes: { from: 0, insert: 'x' } });
  view.dispatch({ changes: { from: 0, insert: 'y' } });
  expect(() => view.dispatch(stale)).toThrow('previous state');
  expect(view.state.sliceDoc()).toBe('yone\ntwo');
});

test('a line break anywhere in a format, link, picture, formula or name leaves the page drawn', () => {
  const texts = [
    '**bold** [name](/dashboard/pages/5f719a62-f170-4d79-91b6-b71aa07584a5 "title") end',
    '![f5-1.png](/files/78be7952-ee6d-4c5a-b4a0-a1161cbc36ce/f5-1.png) and `code` ~~gone~~ ==mark==',
    '[](/dashboard/pages/5f719a62-f170-4d79-91b6-b71aa07584a5) [[Name|word]] $a+b$ $$c$$ [^1] <https://a.b>',
    '- [ ] [a *b* c](https://a.example/b) %%said%% \\* ^name',
    '> [!NOTE] title ![x](/files/78be7952-ee6d-4c5a-b4a0-a1161cbc36ce/a.pdf)',
    '| a **b** | [c](/d) |\n| --- | --- |\n| `e` | ![f](/g.png) |',
  ];
  for (const text of texts)
    for (let at = 0; at <= text.length; at++) {
      open(`first\n\n${text.slice(0, at)}\n${text.slice(at)}\n\nlast‸`);
      // Drawn whole, also once the break has come while it was shown.
      open(`first\n\n${text}\n\nlast‸`);
      loneView.dispatch({ changes: { from: 7 + at, insert: '\n' } });
      expect(loneView.state.doc.lines, `${text} at ${at}`).toBeGreaterThan(5);
    }
});
