/** The last backup, for the overview; POST /backup makes one now. Archives hold all secrets: this page hands none out. */
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation, OperatorServices } from '../operator-services.ts';

/** @returns the last complete one, and whether another is being made; null before the first */
export async function lastBackup({ backups }: Pick<OperatorServices, 'backups'>) {
  const all = await backups.list();
  const [last] = all
    .filter(({ finished_at: finished, problem }) => finished !== null && problem === null)
    .sort((one, other) => Number(new Date(other.started_at)) - Number(new Date(one.started_at)));
  if (!last) return null;
  const { name, place, started_at, bytes } = last;
  return { name, place, started_at, bytes };
}

export const makeBackup: Operation = async (context, { backups, database }, by) => {
  const id = await backups.request();
  if (id === undefined) throw new OperatorError('conflict', 'A backup is being made already.');
  await database.asOwner((transaction) =>
    recordAct(transaction, by, { act: 'backup_begun', target: 'everything', details: { id } }),
  );
  return context.json({ id }, 202);
};
