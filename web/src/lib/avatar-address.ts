/** The public address of the picture of a person or a workspace, which an <img> reads. */
import { configuration } from './supabase.ts';

/**
 * @param ownerId of the account or the workspace
 * @param avatar as the row names it; undefined in answers that were kept before there were pictures
 */
export function avatarAddress(ownerId: string, avatar: string | null | undefined): string | undefined {
  return avatar
    ? `${configuration.supabaseUrl}/storage/v1/object/public/avatars/${ownerId}/${avatar}`
    : undefined;
}
