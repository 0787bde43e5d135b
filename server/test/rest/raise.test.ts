/** Functions and triggers that set the status, headers and body of the answer themselves. */
import { expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary([
  `create function public.raise_answer(message text, detail text default null) returns void language plpgsql as $$
    begin
      if detail is null then
        raise sqlstate 'PGRST' using message = message;
      end if;
      raise sqlstate 'PGRST' using message = message, detail = detail;
    end $$`,
  `create function public.answer_with(status text, headers json) returns text language plpgsql as $$ begin
    perform set_config('response.status', status, true);
    perform set_config('response.headers', headers::text, true);
    return 'done';
  end $$`,
]);

const raise = (args: object) =>
  library().ask('/rpc/raise_answer', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });

test('raises an error that sets status, headers and body itself', async () => {
  const response = await raise({
    message: '{"code":"123","message":"Pay first","details":"It costs","hint":"A card will do"}',
    detail: '{"status":402,"status_text":"Payment Required","headers":{"X-Price":"7"}}',
  });
  expect([response.status, response.headers.get('x-price')]).toEqual([402, '7']);
  expect(await response.json()).toEqual({
    code: '123',
    message: 'Pay first',
    details: 'It costs',
    hint: 'A card will do',
  });
  const short = await raise({ message: '{"code":"1","message":"m"}', detail: '{"status":409,"headers":{}}' });
  expect([short.status, await short.json()]).toEqual([
    409,
    { code: '1', message: 'm', details: null, hint: null },
  ]);
});

test.each([
  [
    { message: 'no JSON', detail: '{"status":402,"headers":{}}' },
    "Invalid JSON value for MESSAGE: 'no JSON'",
  ],
  [
    { message: '{"code":"1"}', detail: '{"status":402,"headers":{}}' },
    'Invalid JSON value for MESSAGE: \'{"code":"1"}\'',
  ],
  [{ message: '{"code":"1","message":"m"}' }, 'DETAIL is missing in the RAISE statement'],
  [{ message: '{"code":"1","message":"m"}', detail: 'x' }, "Invalid JSON value for DETAIL: 'x'"],
  [
    { message: '{"code":"1","message":"m"}', detail: '{"status":99,"headers":{}}' },
    'Invalid JSON value for DETAIL: \'{"status":99,"headers":{}}\'',
  ],
  [
    { message: '{"code":"1","message":"m"}', detail: '{"status":400,"headers":{"a b":"c"}}' },
    'Invalid JSON value for DETAIL: \'{"status":400,"headers":{"a b":"c"}}\'',
  ],
])('names the error in %j', async (args, details) => {
  const response = await raise(args);
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'PGRST121', details }]);
});

test('sets several cookies, and a status without a body', async () => {
  const posted = await library().ask('/rpc/answer_with', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      status: '204',
      headers: [{ 'Set-Cookie': 'a=1' }, { 'Set-Cookie': 'b=2' }, { 'X-One': '1' }],
    }),
  });
  expect([posted.status, await posted.text()]).toEqual([204, '']);
  expect([posted.headers.getSetCookie(), posted.headers.get('x-one')]).toEqual([['a=1', 'b=2'], '1']);
});
