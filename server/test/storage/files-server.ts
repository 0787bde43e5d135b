/** A server with buckets and policies as an operator would write them, and people with accounts. */

import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { generateSecrets } from '../../src/config/secrets.ts';
import { clientOf, type Person, signUp } from '../product/people.ts';
import type { TestStore } from '../support/s3-store.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Everybody signed in reads, writes and deletes in the folder of their own id; folders of `shared` are read by all. */
const POLICIES = `
  create policy own_insert on storage.objects for insert to authenticated
    with check (bucket_id in ('files', 'small') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_select on storage.objects for select to authenticated
    using (owner_id = (select auth.uid())::text or (storage.foldername(name))[1] = 'shared');
  create policy own_update on storage.objects for update to authenticated
    using (owner_id = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_delete on storage.objects for delete to authenticated
    using (owner_id = (select auth.uid())::text);
`;

export const METRICS_TOKEN = 'numbers-for-the-tests-of-files';

export interface FilesServer {
  readonly server: TestServer;
  /** A client with the secret key. */
  readonly service: SupabaseClient;
  readonly ada: Person;
  readonly bob: Person;
  readonly url: string;
}

/** @param startStore a store for the bytes, in place of the folder */
export function useFilesServer(fileMegabytes = 2, startStore?: () => Promise<TestStore>): () => FilesServer {
  let opened: FilesServer | undefined;
  beforeAll(async () => {
    const store = await startStore?.();
    const generated = await generateSecrets();
    const secrets = { ...generated, metricsToken: METRICS_TOKEN, s3SecretAccessKey: store?.secretAccessKey };
    const settings = { extra: POLICIES, storage: { fileMegabytes }, s3: store?.config };
    const server = await startTestServer(settings, secrets);
    const service = clientOf(server, server.secrets.secretKey);
    const [ada, bob] = [await signUp(server, 'Ada'), await signUp(server, 'Bob')];
    const buckets = [
      { name: 'files', public: false },
      { name: 'open', public: true },
      { name: 'small', public: false, fileSizeLimit: 100, allowedMimeTypes: ['image/*', 'text/plain'] },
    ];
    for (const { name, ...bucket } of buckets) {
      const { error } = await service.storage.createBucket(name, bucket);
      if (error) throw error;
    }
    opened = { server, service, ada, bob, url: `${server.url}/storage/v1` };
  });
  afterAll(() => opened?.server[Symbol.asyncDispose]());
  return () => {
    if (!opened) throw new Error('The server is not running yet.');
    return opened;
  };
}

export async function headersOf(
  { server }: FilesServer,
  { client }: Person,
): Promise<{ authorization: string; apikey: string }> {
  const { data } = await client.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}`, apikey: server.secrets.publishableKey };
}
