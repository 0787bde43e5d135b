/** GET /people/:id/deletion and DELETE /people/:id: what goes with an account, and the deletion, if no more goes than was said. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readId, readJson } from '../read-request.ts';
import { actOnAccount } from './act-on-account.ts';

interface Fate {
  readonly organization_id: string;
  readonly name: string;
  readonly fate: 'stays' | 'inherited' | 'deleted';
  readonly pages: string;
}

const deletionSchema = z.object({ workspaces: z.array(z.uuid()).max(10_000) });

export const previewDeletion: Operation = async (context, { accounts, database }) => {
  const id = readId(context);
  const fates = await database.asOwner(async (transaction) => {
    if (!(await accounts.exists(transaction, id)))
      throw new OperatorError('not_found', 'There is no such account any more.');
    return readFates(transaction, id);
  });
  return context.json(
    fates.map(({ organization_id, name, fate, pages }) => ({
      id: organization_id,
      name,
      fate,
      pages: Number(pages),
    })),
  );
};

export const deletePerson: Operation = async (context, services, by) => {
  const { workspaces } = await readJson(context, deletionSchema);
  await actOnAccount(services, by, readId(context), {
    act: 'person_deleted',
    event: 'user_deleted',
    endsRight: true,
    details: { workspaces: workspaces.length },
    change: async (transaction, { id }) => {
      const { rows } = await transaction.query<{ done: boolean }>({
        text: 'select public.operator_delete_account($1, $2) as done',
        values: [id, workspaces],
      });
      if (!rows[0]?.done)
        throw new OperatorError('conflict', 'More would be deleted than was said. Look again at what goes.');
    },
  });
  return context.json({});
};

async function readFates(transaction: Transaction, id: string): Promise<readonly Fate[]> {
  const { rows } = await transaction.query<Fate>({
    text: 'select * from public.operator_account_deletion($1)',
    values: [id],
  });
  return rows;
}
