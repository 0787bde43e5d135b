/** The operator, who holds the secret key, and requests that only they can make. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../../support/test-server.ts';
import { newAddress, type RawRequest, send } from '../auth-client.ts';

export function operatorOf({ url, secrets }: TestServer): SupabaseClient {
  return createClient(url, secrets.secretKey, {
    auth: { storageKey: newAddress(), autoRefreshToken: false, persistSession: false },
  });
}

/** A raw request with the secret key and nothing else. */
export function administer(server: TestServer, path: string, request: RawRequest = {}): Promise<Response> {
  const headers = { apikey: server.secrets.secretKey, ...request.headers };
  return send(server, path, { ...request, headers });
}

export const NOBODY = '00000000-0000-4000-8000-000000000000';
