/** Makes the signed-in person a member by the link they have. */
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** @returns the workspace's id */
export async function acceptInvitation(token: string): Promise<string> {
  const { data, error, status } = await supabase.rpc('accept_invitation', { token });
  if (error) throw toDataError(error, status);
  return data;
}
