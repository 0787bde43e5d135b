import { describe, expect, test } from 'vitest';
import { type Activity, groupByDay, sentenceOf } from './activity.ts';

const LINE: Activity = {
  id: '1',
  kind: 'edited',
  happenedAt: '2026-11-20T12:00:00.123456+00:00',
  actor: 'Ada',
  page: { id: 'p', name: 'Plan', isArchived: false },
  oldName: null,
  newName: null,
  isAtRoot: true,
  parentName: null,
};

function sentence(change: Partial<Activity>): string {
  return sentenceOf({ ...LINE, ...change })
    .map(({ text }) => text)
    .join(' ');
}

describe('sentenceOf', () => {
  test.each<[Partial<Activity>, string]>([
    [{ kind: 'created' }, 'Ada created Plan'],
    [{ kind: 'archived' }, 'Ada archived Plan'],
    [{ kind: 'restored', actor: null }, 'A former member restored Plan'],
    // The name as it was then, whatever the page is called by now.
    [{ kind: 'renamed', oldName: 'Idea', newName: 'Draft' }, 'Ada renamed Idea to Draft'],
    [{ kind: 'renamed', oldName: '', newName: 'Draft' }, 'Ada renamed Untitled to Draft'],
    [{ kind: 'moved' }, 'Ada moved Plan to the top level'],
    [{ kind: 'moved', isAtRoot: false, parentName: 'Team' }, 'Ada moved Plan into Team'],
    [{ kind: 'moved', isAtRoot: false, parentName: null }, 'Ada moved Plan'],
    [{ kind: 'published' }, 'Ada made Plan public'],
    [{ kind: 'unpublished' }, 'Ada stopped sharing Plan with everyone'],
    [{ kind: 'deleted', page: null, oldName: 'Idea' }, 'Ada deleted Idea for good'],
    [{ kind: 'deleted', page: null, oldName: '' }, 'Ada deleted Untitled for good'],
    [{ page: { id: 'p', name: '', isArchived: false } }, 'Ada edited Untitled'],
  ])('%j', (change, expected) => {
    expect(sentence(change)).toBe(expected);
  });

  test('only the page leads somewhere', () => {
    const pieces = sentenceOf({ ...LINE, kind: 'renamed', oldName: 'Idea', newName: 'Plan' });
    expect(pieces.filter(({ kind }) => kind === 'page')).toEqual([{ kind: 'page', text: 'Plan' }]);
  });
});

describe('groupByDay', () => {
  const at = (id: string, ...time: [number, number, number, number]) => ({
    ...LINE,
    id,
    happenedAt: new Date(...time).toISOString(),
  });

  test('keeps the order and begins a group at midnight', () => {
    const groups = groupByDay([
      at('a', 2026, 10, 20, 1),
      at('b', 2026, 10, 20, 0),
      at('c', 2026, 10, 19, 23),
    ]);
    expect(groups.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
    expect(groups[0]?.day).toEqual(new Date(2026, 10, 20));
  });

  test('shows a line once', () => {
    const groups = groupByDay([at('a', 2026, 10, 20, 1), at('a', 2026, 10, 19, 1)]);
    expect(groups).toHaveLength(1);
  });
});
