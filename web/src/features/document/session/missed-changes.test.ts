import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Y from 'yjs';
import { createDocument } from '../words/merge-order.ts';
import { readTexts, writeTexts } from '../words/page-document.ts';
import { FROM_LOG, FROM_OTHERS } from '../words/page-updates.ts';
import { Absences } from './missed-changes.ts';

const NOON = '2026-01-01T12:00:00+00:00';
const LATER = '2026-01-01T12:05:00+00:00';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const page = (content: string) => ({ name: 'Plan', description: '', content });

function openPage(content: string): { document: Y.Doc; absences: Absences } {
  const document = createDocument();
  writeTexts(document, page(content), undefined);
  return { document, absences: new Absences(document) };
}

const append = (document: Y.Doc, words: string, origin?: unknown): void =>
  writeTexts(document, page(readTexts(document).content + words), origin);

test('words of others since the page was last open are missed, and one’s own are not', () => {
  const { document, absences } = openPage('Mine.');
  absences.begin(NOON);
  append(document, ' Typed offline.');
  append(document, ' Theirs.', FROM_LOG);
  append(document, ' Typed now.');
  append(document, ' More of theirs.', FROM_OTHERS);
  absences.end(LATER);
  append(document, ' Seen as it came.', FROM_LOG);
  expect(absences.getMissed()).toEqual({
    before: page('Mine. Typed offline. Typed now.'),
    after: page('Mine. Typed offline. Theirs. Typed now. More of theirs.'),
    since: NOON,
    wasOffline: false,
  });
  absences.forget();
  expect(absences.getMissed()).toBeUndefined();
});

test('nothing is told of an absence without others’ words, nor of a short one', () => {
  const { document, absences } = openPage('Mine.');
  absences.begin(NOON);
  append(document, ' More.');
  absences.end(LATER);
  absences.begin(NOON);
  append(document, ' Theirs.', FROM_LOG);
  absences.end('2026-01-01T12:00:59.999+00:00');
  absences.begin(NOON);
  append(document, ' Theirs, taken back.', FROM_LOG);
  writeTexts(document, page('Mine. More. Theirs.'), FROM_LOG);
  absences.end(LATER);
  expect(absences.getMissed()).toBeUndefined();
});

test('a lost connection counts by the time without it', () => {
  const { document, absences } = openPage('Mine.');
  absences.begin(NOON, true);
  vi.advanceTimersByTime(59_000);
  append(document, ' One.', FROM_LOG);
  absences.end(LATER);
  expect(absences.getMissed()).toBeUndefined();
  absences.begin(NOON, true);
  vi.advanceTimersByTime(30_000);
  // It comes and goes: the first loss counts.
  absences.begin(LATER, true);
  vi.advanceTimersByTime(30_000);
  append(document, ' Two.', FROM_LOG);
  absences.end(LATER);
  expect(absences.getMissed()).toMatchObject({ since: NOON, wasOffline: true });
});

test('a clock that is put back hides no absence', () => {
  const { document, absences } = openPage('Mine.');
  absences.begin(NOON, true);
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  append(document, ' Theirs.', FROM_LOG);
  absences.end(LATER);
  expect(absences.getMissed()).toMatchObject({ wasOffline: true });
});
