import { expect, test } from 'vitest';
import { type Membership, planOwnPages } from './own-data.ts';
import { describeOwnData, placeOwnFiles } from './own-files.ts';

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

test('files in pages of others stand in a folder for each workspace, and the archive says which they are', () => {
  const file = (id: string, name: string, organizationId: string | null, pageName?: string) => ({
    id,
    name,
    organizationId,
    pageName,
    bytes: 1,
    objectName: id,
    changed: new Date(0),
  });
  const files = [
    file('1', 'a.png', 'a', 'Plan'),
    file('2', 'A.png', 'a', ''),
    file('3', '../../x', 'b'),
    file('4', 'b', null),
  ];
  const places = placeOwnFiles(files, [membership('a', 'Team'), membership('b', 'team')]);
  expect([...places.values()].map((path) => path.join('/'))).toEqual([
    'files/Team/a.png',
    'files/Team/A (2).png',
    'files/team (2)/-.x',
    'files/Untitled/b',
  ]);
  const planned = planOwnPages([page('Plan', 'a'), page('Old', 'a', { is_archived: true })], []);
  const text = describeOwnData({ planned, files, places, missing: ['gone.png'] });
  expect(text).toContain('`pages/`: 1 page that you created');
  expect(text).toContain('- `files/Team/A (2).png`, put into “Untitled”\n- `files/team (2)/-.x`\n');
  expect(text).toContain('not on the server\n\n- gone.png\n');
});
