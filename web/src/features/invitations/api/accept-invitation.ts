/** Makes the signed-in person a member by the link they have. */
import { failure, type Result, success } from '../../../lib/errors/app-error.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { supabase } from '../../../lib/supabase.ts';

/** @returns the workspace's id */
export async function acceptInvitation(token: string): Promise<Result<string>> {
  const { data, error, status } = await supabase.rpc('accept_invitation', { token });
  return error ? failure(toDataError(error, status)) : success(data);
}
