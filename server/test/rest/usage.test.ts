/** The API runs an extra statement per request only where something in the database needs it. */
import { expect, test } from 'vitest';
import { introspect } from '../../src/protocols/rest/schema-cache/introspect.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();

async function usage() {
  const { readsRequest, setsResponse } = await introspect(server().database);
  return { readsRequest, setsResponse };
}

const define = (body: string) =>
  server().database.asOwner((transaction) =>
    transaction.query({
      text: `create or replace function public.curious() returns text language sql as $$ ${body} $$`,
    }),
  );

test('the product neither reads a request’s headers nor sets an answer of its own', async () => {
  expect(await usage()).toEqual({ readsRequest: false, setsResponse: false });
});

test('a name with the same ending does not count', async () => {
  await define(`select last_request.at || last_response.at
    from (select 'a' as at) as last_request, (select 'b' as at) as last_response`);
  expect(await usage()).toEqual({ readsRequest: false, setsResponse: false });
});

test('a function that does so is found', async () => {
  await define("select current_setting('request.headers', true)");
  expect(await usage()).toEqual({ readsRequest: true, setsResponse: false });
  await define("select set_config('response.status', '418', true)");
  expect(await usage()).toEqual({ readsRequest: false, setsResponse: true });
});
