/** Reads the signed-in person's profile. */
import type { Profile } from '../../../../lib/session/signed-in.ts';
import { supabase } from '../../../../lib/supabase.ts';

/** @returns null when the profile is missing or cannot be read: the app works without */
export async function getProfile(userId: string): Promise<Profile | null> {
  const { data } = await supabase.from('user_profiles').select().eq('id', userId).maybeSingle();
  return data;
}
