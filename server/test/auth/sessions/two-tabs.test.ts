/**
 * Tabs share a session through the browser's storage, and nothing elects one to renew it: the auth client takes
 * no lock.
 */
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { newAddress, PASSWORD } from '../auth-client.ts';

const server = useTestServer();

const STORAGE_KEY = 'session';

test('tabs that renew one session at the same time, again and again, do not sign each other out', async () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const auth = { storage, storageKey: STORAGE_KEY, autoRefreshToken: false };
  const openTab = () => createClient(server().url, server().secrets.publishableKey, { auth }).auth;
  const tabs = [openTab(), openTab(), openTab()];
  await tabs[0]?.signUp({ email: newAddress(), password: PASSWORD });
  const tokens = new Set([entries.get(STORAGE_KEY)]);
  for (let round = 1; round <= 5; round++) {
    await Promise.all(tabs.map((tab) => tab.refreshSession()));
    tokens.add(entries.get(STORAGE_KEY));
    expect(tokens.size).toBe(round + 1);
  }
  for (const tab of tabs) expect((await tab.getUser()).error).toBeNull();
});
