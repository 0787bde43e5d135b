import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { type KeptSteps, packSteps, unpackSteps } from './undo-steps.ts';

/** A page as a person has it open, and as it is loaded again by the same person. */
class Writer {
  document = new Y.Doc();
  manager: Y.UndoManager;

  constructor(start: Y.Doc) {
    Y.applyUpdate(this.document, Y.encodeStateAsUpdate(start));
    this.manager = new Y.UndoManager(this.text, { captureTimeout: 0 });
  }

  get text(): Y.Text {
    return this.document.getText('content');
  }

  get words(): string {
    return this.text.toString();
  }

  /** Through a server that has collected what was deleted. */
  reload(): boolean {
    const kept: KeptSteps = JSON.parse(JSON.stringify(packSteps(this.manager)));
    const server = new Y.Doc();
    Y.applyUpdate(server, Y.encodeStateAsUpdate(this.document));
    this.document.destroy();
    this.document = new Y.Doc();
    Y.applyUpdate(this.document, Y.encodeStateAsUpdate(server));
    this.manager = new Y.UndoManager(this.text, { captureTimeout: 0 });
    return unpackSteps(this.manager, kept);
  }
}

function documentOf(text: string): Y.Doc {
  const document = new Y.Doc();
  document.getText('content').insert(0, text);
  return document;
}

test('words that were deleted come back after a reload, and go again', () => {
  const writer = new Writer(documentOf('one two three'));
  writer.text.delete(4, 4);
  writer.text.insert(0, '* ');
  expect(writer.reload()).toBe(true);
  expect(writer.words).toBe('* one three');
  writer.manager.undo();
  writer.manager.undo();
  expect(writer.words).toBe('one two three');
  writer.reload();
  writer.manager.redo();
  writer.manager.redo();
  expect(writer.words).toBe('* one three');
});

test('words that went and came back are known by their new ids', () => {
  const writer = new Writer(documentOf('one'));
  writer.text.insert(3, ' two');
  writer.text.delete(3, 4);
  writer.manager.undo();
  writer.reload();
  expect(writer.words).toBe('one two');
  writer.manager.undo();
  expect(writer.words).toBe('one');
});

test('what a colleague wrote meanwhile stays', () => {
  const writer = new Writer(documentOf('one two'));
  writer.text.delete(0, 4);
  writer.reload();
  writer.document.transact(() => writer.text.insert(3, ', of Ada'), 'a colleague');
  writer.manager.undo();
  expect(writer.words).toBe('one two, of Ada');
});

test('steps of another document are not taken', () => {
  const writer = new Writer(documentOf('one two'));
  writer.text.delete(0, 4);
  const kept = packSteps(writer.manager);
  const other = new Writer(documentOf('one two'));
  expect(unpackSteps(other.manager, kept)).toBe(false);
  expect(other.manager.undo()).toBe(null);
  expect(other.words).toBe('one two');
});

test('more than a tab can keep: the newest', () => {
  const writer = new Writer(documentOf('x'.repeat(300_000)));
  writer.text.delete(0, 150_000);
  writer.manager.stopCapturing();
  writer.text.delete(0, 100_000);
  const { undo, isWhole } = packSteps(writer.manager);
  expect([undo.length, isWhole]).toEqual([1, false]);
});

test('with or without reloads, undo and redo lead to the same words', () => {
  const place = fc.nat(200);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), place, text: fc.string({ minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('delete' as const), place, length: fc.integer({ min: 1, max: 5 }) }),
    fc.record({
      kind: fc.constant('replace' as const),
      place,
      text: fc.string({ minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('colleague' as const),
      place,
      text: fc.string({ minLength: 1, maxLength: 3 }),
    }),
    fc.constant({ kind: 'undo' as const }),
    fc.constant({ kind: 'undo' as const }),
    fc.constant({ kind: 'redo' as const }),
    fc.constant({ kind: 'reload' as const }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const start = documentOf('one two three');
      const [reloading, staying] = [new Writer(start), new Writer(start)];
      const both = (act: (writer: Writer) => void) => [reloading, staying].forEach(act);
      for (const step of steps) {
        if (step.kind === 'reload') expect(reloading.reload()).toBe(true);
        else if (step.kind === 'undo') both(({ manager }) => void manager.undo());
        else if (step.kind === 'redo') both(({ manager }) => void manager.redo());
        else
          both(({ document, text }) => {
            const at = step.place % (text.length + 1);
            const act = () => {
              if (step.kind === 'delete') return text.delete(at, Math.min(step.length, text.length - at));
              if (step.kind === 'replace') text.delete(at, Math.min(2, text.length - at));
              text.insert(at, step.text);
            };
            document.transact(act, step.kind === 'colleague' ? 'colleague' : null);
          });
        expect(reloading.words).toBe(staying.words);
      }
    }),
    { numRuns: 300 },
  );
});
