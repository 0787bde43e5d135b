/**
 * Over plain HTTP browsers have no `crypto.subtle`, so that the auth client cannot hash its code challenge (RFC
 * 7636).
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { forgetMails, newAddress, openLink, PASSWORD } from '../auth-client.ts';

const server = useTestServer({ auth: { emailConfirmation: true } });

const methods: unknown[] = [];

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  methods.length = 0;
});

/** The server shares this process, so the client goes without for no longer than it takes to send its request. */
async function withoutSubtle<T>(call: () => Promise<T>): Promise<T> {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  return call().finally(() => vi.unstubAllGlobals());
}

function newBrowser(): SupabaseClient {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const send: typeof fetch = (input, init) => {
    vi.unstubAllGlobals();
    const { code_challenge_method: method } = JSON.parse(String(init?.body ?? '{}'));
    if (method !== undefined) methods.push(method);
    return fetch(input, init);
  };
  return createClient(server().url, server().secrets.publishableKey, {
    global: { fetch: send },
    auth: { flowType: 'pkce', storage, storageKey: newAddress(), autoRefreshToken: false },
  });
}

/** Follows the newest mail's link. @returns the address that the browser is signed in with then */
async function comeBack(browser: SupabaseClient, address: string): Promise<string | undefined> {
  const target = await openLink(server(), await server().mailTo(address));
  const code = target.searchParams.get('code') ?? '';
  const { data, error } = await withoutSubtle(() => browser.auth.exchangeCodeForSession(code));
  expect(error).toBeNull();
  return data.user?.email;
}

test('the links of mails sign in where the code challenge cannot be hashed', async () => {
  const browser = newBrowser();
  const email = newAddress();
  await withoutSubtle(() => browser.auth.signUp({ email, password: PASSWORD }));
  expect(await comeBack(browser, email)).toBe(email);
  await forgetMails(server());
  await withoutSubtle(() => browser.auth.resetPasswordForEmail(email));
  expect(await comeBack(browser, email)).toBe(email);
  await forgetMails(server());
  await withoutSubtle(() => browser.auth.signInWithOtp({ email }));
  expect(await comeBack(browser, email)).toBe(email);
  await forgetMails(server());
  const moved = newAddress();
  await withoutSubtle(() => browser.auth.updateUser({ email: moved, current_password: PASSWORD }));
  expect(await comeBack(browser, moved)).toBe(moved);
  expect(methods).toEqual(['plain', 'plain', 'plain', 'plain']);
});
