/** POST /workspaces/:id/close and /open, DELETE /workspaces/:id. A closed workspace keeps everything, and nobody can enter it. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { type ActKind, recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readId, readJson } from '../read-request.ts';

const deletionSchema = z.object({ name: z.string() });

export const closeWorkspace = setStatus('suspended', 'workspace_closed');
export const openWorkspace = setStatus('active', 'workspace_opened');

export const deleteWorkspace: Operation = async (context, { database }, by) => {
  const id = readId(context);
  const { name } = await readJson(context, deletionSchema);
  await database.asOwner(async (transaction) => {
    const target = await nameFrom(transaction, 'select public.operator_delete_workspace($1) as name', [id]);
    if (target !== name)
      throw new OperatorError('conflict', 'It has another name by now. Look again at what would go.');
    await recordAct(transaction, by, { act: 'workspace_deleted', target, details: { id } });
  });
  return context.json({});
};

function setStatus(status: 'active' | 'suspended', act: ActKind): Operation {
  return async (context, { database }, by) => {
    const id = readId(context);
    await database.asOwner(async (transaction) => {
      const text = 'select public.operator_set_workspace_status($1, $2) as name';
      const target = await nameFrom(transaction, text, [id, status]);
      await recordAct(transaction, by, { act, target, details: { id } });
    });
    return context.json({});
  };
}

/** @throws {OperatorError} when there is none */
async function nameFrom(transaction: Transaction, text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await transaction.query<{ name: string | null }>({ text, values });
  const name = rows[0]?.name ?? null;
  if (name === null) throw new OperatorError('not_found', 'There is no such workspace any more.');
  return name;
}
