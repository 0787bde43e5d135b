/** Pictures that no person and no workspace shows: of deleted ones, and of browsers that ended in the middle of a change. */
import { asOperator, dataError } from '../_shared/data-api.ts';
import { deleteObjects } from './objects.ts';

const PORTION = 500;

/** @returns how many; the rest has its turn with the next call */
export async function deleteUnusedAvatars(): Promise<number> {
  const { data, error } = await asOperator().rpc('list_unused_avatars', { most: PORTION });
  if (error) throw dataError(error);
  const names = data as readonly string[];
  if (names.length > 0) await deleteObjects('avatars', names);
  return names.length;
}
