/** The id of a page from Notion is the same for each person who brings it, and nobody else can guess it. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPage, signUp } from '../../product/people.ts';
import { useNotionWorkspace } from './notion-workspace.ts';

const { notion, server, mia, call } = useNotionWorkspace();

/** Makes a UUID of a text, from facts that a person who has left the workspace still knows. */
function guess(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

test('a page comes although a stranger has taken its guessed id', async () => {
  const remote = notion().pages.add('Plan', 'text');
  const eve = await signUp(server(), 'Eve');
  await createPage(eve, { id: guess(`notion page ${remote.id} in ${mia().workspaceId}`) });
  await createPage(eve, { id: guess(`${remote.id} in ${mia().workspaceId}`), order_index: 2 });
  expect((await call(mia(), 'notion-sync/import', { notionPageId: remote.id })).data).toMatchObject({
    status: 'imported',
  });
});
