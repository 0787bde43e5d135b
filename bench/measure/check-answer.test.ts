import { expect, test } from 'vitest';
import { checkAnswer, versionOf } from './check-answer.ts';

const page = {
  name: 'A',
  description: 'B',
  content: 'c'.repeat(4096),
  updated_at: '2026-11-20T10:00:00+00:00',
};
const tree = Array.from({ length: 10_000 }, (_, index) => ({
  id: `${index}`,
  parent_id: index < 10 ? null : '00000000-0000-0000-0000-000000000001',
  name: `Page ${index}`,
  order_index: index,
  created_at: '',
  visibility: 'workspace',
  notion_page_id: null,
  look: null,
}));

const members = Array.from({ length: 25 }, (_, index) => ({
  id: index,
  user_id: `user ${index}`,
  user_profiles: { id: `user ${index}` },
}));

test('finds the version of the page', () => {
  expect(versionOf(JSON.stringify([page]))).toBe('2026-11-20T10:00:00+00:00');
  expect(() => versionOf('[]')).toThrow('No page in the answer: []');
});

test('accepts an answer that fits the question', () => {
  checkAnswer('page read', JSON.stringify([page]), undefined);
  checkAnswer('page save', JSON.stringify([page]), page.content);
  checkAnswer('page create', JSON.stringify(tree[7]), 'Page 7');
  checkAnswer('tree of 500', JSON.stringify(tree.slice(0, 500)), undefined);
  checkAnswer('tree of 10,000', JSON.stringify(tree), undefined);
  checkAnswer('members', JSON.stringify(members), undefined);
});

test('refuses a missing page, another text, other columns', () => {
  expect(() => checkAnswer('page read', '[]', undefined)).toThrow('Wrong answer');
  expect(() => checkAnswer('page save', JSON.stringify([page]), 'd'.repeat(4096))).toThrow('Wrong answer');
  expect(() => checkAnswer('page read', JSON.stringify([{ ...page, id: 1 }]), undefined)).toThrow(
    'Wrong answer',
  );
});

test('refuses a new page of another name, and members without their profiles', () => {
  expect(() => checkAnswer('page create', JSON.stringify(tree[7]), 'Page 8')).toThrow('Wrong answer');
  const [first, ...others] = members;
  const wrong = [{ ...first, user_profiles: null }, ...others];
  expect(() => checkAnswer('members', JSON.stringify(wrong), undefined)).toThrow('Wrong answer');
  expect(() => checkAnswer('members', JSON.stringify(others), undefined)).toThrow('24 rows');
});

test('refuses a tree that is short or out of order', () => {
  const check = (rows: unknown) => () => checkAnswer('tree of 10,000', JSON.stringify(rows), undefined);
  expect(check(tree.slice(1))).toThrow('9999 rows');
  expect(check([...tree.slice(1), tree[0]])).toThrow('sorted: false');
});
