/** Addresses of the Storage API, and what each request to it says of the person. */
import { configuration, supabase } from '../../../lib/supabase.ts';

export const BUCKET = 'page-files';

/** @param route below /storage/v1, such as `object/authenticated` */
export function storageAddress(route: string, objectName = ''): string {
  const path = objectName.split('/').map(encodeURIComponent).join('/');
  return `${configuration.supabaseUrl}/storage/v1/${route}${path === '' ? '' : `/${BUCKET}/${path}`}`;
}

/** @throws when nobody is signed in, or another person by now */
export async function storageHeaders(userId?: string): Promise<Record<string, string>> {
  const { data } = await supabase.auth.getSession();
  const { session } = data;
  if (!session || (userId !== undefined && session.user.id !== userId))
    throw new Error('Nobody is signed in');
  return {
    authorization: `Bearer ${session.access_token}`,
    apikey: configuration.supabasePublishableKey,
  };
}
