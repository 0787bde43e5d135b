import { expect, test } from 'vitest';
import { type Membership, planOwnPages } from './own-data.ts';

const membership = (id: string, name: string): Membership => ({
  role: 'member',
  status: 'active',
  joined_at: '2026-11-20T10:00:00Z',
  organization: { id, name, slug: id },
});

const page = (id: string, organization_id: string, changes: object = {}) => ({
  id,
  organization_id,
  parent_id: null,
  name: id,
  order_index: 1,
  is_archived: false,
  created_at: '2026-11-20T10:00:00Z',
  ...changes,
});

const pathsOf = (...arguments_: Parameters<typeof planOwnPages>) =>
  planOwnPages(...arguments_).map(({ path }) => path.join('/'));

test('each workspace has a folder of its own, and another for its trash', () => {
  const pages = [
    page('Plan', 'a'),
    page('Goals', 'a', { parent_id: 'Plan' }),
    page('Old', 'a', { is_archived: true }),
    page('Notes', 'b'),
  ];
  expect(pathsOf(pages, [membership('a', 'Team'), membership('b', 'TEAM')])).toEqual([
    'pages/Team/Plan.md',
    'pages/Team/Plan/Goals.md',
    'trash/Team/Old.md',
    'pages/TEAM (2)/Notes.md',
  ]);
});

test('a page beneath another person’s stands at the top, and no name leads out of the archive', () => {
  const pages = [page('../../etc/passwd', 'a', { parent_id: 'of-another' })];
  expect(pathsOf(pages, [membership('a', '../..')])).toEqual(['pages/-/-..-etc-passwd.md']);
});
