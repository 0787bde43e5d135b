/** supabase-js understands the generated types. */
import { createClient } from '@supabase/supabase-js';
import { expectTypeOf, test } from 'vitest';
import type { Database } from '../../web/src/lib/database.types.generated.ts';

// Never sent anywhere: only the types of its answers are looked at, by the compiler.
const client = createClient<Database>('http://127.0.0.1:9', 'key');

test('supabase-js infers the types of the product’s queries', () => {
  const members = () =>
    client
      .from('organization_members')
      .select('id, role, user_profiles(id, email, full_name, display_name), organizations(id, name)')
      .order('joined_at');
  type Member = NonNullable<Awaited<ReturnType<typeof members>>['data']>[number];
  expectTypeOf<Member>().toEqualTypeOf<{
    id: string;
    role: 'owner' | 'admin' | 'member';
    user_profiles: { id: string; email: string | null; full_name: string; display_name: string | null };
    organizations: { id: string; name: string };
  }>();

  const page = () => client.rpc('get_public_page', { page_id: 'id' }).maybeSingle();
  type Page = NonNullable<Awaited<ReturnType<typeof page>>['data']>;
  expectTypeOf<Page['content']>().toEqualTypeOf<string>();

  // @ts-expect-error a page belongs to a workspace
  void (() => client.from('pages').insert({ order_index: 1 }));
  // @ts-expect-error there is no such column
  void (() => client.from('pages').update({ title: 'x' }));
});
