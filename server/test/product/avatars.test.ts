/** Pictures of people and workspaces on the running server, through the real client: who puts which, who sees it, when it is gone. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { type Person, signUp } from './people.ts';

const server = useTestServer();
let mia: Person;
let max: Person;
let picture: Buffer;

beforeAll(async () => {
  mia = await signUp(server(), 'Mia');
  max = await signUp(server(), 'Max');
  picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
});

const upload = (
  person: Person,
  ownerId: string,
  content: Buffer | string = picture,
  contentType = 'image/webp',
) => {
  const avatar = randomUUID();
  return person.client.storage
    .from('avatars')
    .upload(`${ownerId}/${avatar}`, content, { contentType })
    .then(({ error }) => ({ avatar, problem: error && (error as { statusCode?: string }).statusCode }));
};
const addressOf = (person: Person, name: string) =>
  person.client.storage.from('avatars').getPublicUrl(name).data.publicUrl;
const status = async (address: string) => (await fetch(address)).status;

test('people show a picture of themselves, which a browser reads by its address alone', async () => {
  const { avatar, problem } = await upload(mia, mia.id);
  expect(problem).toBeNull();
  const { data } = await mia.client
    .from('user_profiles')
    .update({ avatar })
    .eq('id', mia.id)
    .select('avatar')
    .single();
  expect(data).toEqual({ avatar });
  const answer = await fetch(addressOf(mia, `${mia.id}/${avatar}`));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  // Nobody lists whose picture has which name.
  const { data: listed } = await max.client.storage.from('avatars').list(mia.id);
  expect(listed).toEqual([]);
});

test.each([
  ['of somebody else', () => upload(max, mia.id), '403'],
  ['for another workspace', () => upload(max, mia.workspaceId), '403'],
  ['that is a drawing with scripts', () => upload(max, max.id, '<svg/>', 'image/svg+xml'), '415'],
  ['that is a page', () => upload(max, max.id, '<script>alert(1)</script>', 'text/html'), '415'],
  ['that only says so', () => upload(max, max.id, '<script>alert(1)</script>', 'image/webp'), '415'],
  ['of more than 256 KB', () => upload(max, max.id, Buffer.concat([picture, Buffer.alloc(262_144)])), '413'],
])('no picture %s is taken', async (_, attempt, code) => {
  expect((await attempt()).problem).toBe(code);
});

test('nobody removes or replaces the picture of somebody else', async () => {
  const { avatar } = await upload(mia, mia.workspaceId);
  const name = `${mia.workspaceId}/${avatar}`;
  const { data: removed } = await max.client.storage.from('avatars').remove([name]);
  expect(removed).toEqual([]);
  const { error } = await max.client.storage
    .from('avatars')
    .upload(name, picture, { upsert: true, contentType: 'image/webp' });
  expect(error).toMatchObject({ statusCode: '403' });
  expect(await status(addressOf(mia, name))).toBe(200);
  // Their owner removes them.
  expect((await mia.client.storage.from('avatars').remove([name])).data).toHaveLength(1);
  expect(await status(addressOf(mia, name))).toBe(400);
});

test('the picture of a deleted account is gone with the next collection', async () => {
  const lea = await signUp(server(), 'Lea');
  const { avatar } = await upload(lea, lea.id);
  await lea.client.from('user_profiles').update({ avatar }).eq('id', lea.id);
  const address = addressOf(lea, `${lea.id}/${avatar}`);
  const collect = async () => {
    const answer = await fetch(`${server().url}/functions/v1/page-files/collect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server().secrets.secretKey}` },
    });
    return answer.json();
  };
  const age = () =>
    server().database.asOwner((transaction) =>
      transaction.query({ text: "update storage.objects set created_at = created_at - interval '2 days'" }),
    );
  await age();
  expect(await collect()).toEqual({ data: { deleted: 0 } });
  expect(await status(address)).toBe(200);
  const { error } = await lea.client.rpc('delete_my_account', { organizations_to_delete: [lea.workspaceId] });
  expect(error).toBeNull();
  expect(await collect()).toEqual({ data: { deleted: 1 } });
  expect(await status(address)).toBe(400);
});
