/** How the backups are, for the overview; POST /backup makes one now. */
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation, OperatorServices } from '../operator-services.ts';

/** `last` is the last complete one, `problem` why the one after it failed. */
export async function readBackups({ backups }: Pick<OperatorServices, 'backups'>) {
  const all = await backups.list();
  const ended = all.filter(({ finished_at: finished }) => finished !== null);
  const last = ended.find(({ problem }) => problem === null);
  return {
    last: last
      ? { id: last.id, name: last.name, place: last.place, started_at: last.started_at, bytes: last.bytes }
      : null,
    under_way: ended.length < all.length,
    problem: ended[0]?.problem ?? null,
  };
}

export const makeBackup: Operation = async (context, { backups, database }, by) => {
  const id = await backups.request();
  if (id === undefined) throw new OperatorError('conflict', 'A backup is being made already.');
  await database.asOwner((transaction) =>
    recordAct(transaction, by, { act: 'backup_begun', target: 'everything', details: { id } }),
  );
  return context.json({ id }, 202);
};
