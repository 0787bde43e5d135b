/** GET /workspaces: all of them, the newest first. The product counts what is in them. */
import type { Operation } from '../operator-services.ts';
import { readList } from '../read-request.ts';

interface WorkspaceRow {
  readonly members: string;
  readonly pages: string;
  readonly file_bytes: string;
  readonly total: string;
}

export const listWorkspaces: Operation = async (context, { database }) => {
  const { search, limit, offset } = readList(context);
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<WorkspaceRow>({
      text: 'select * from public.operator_workspaces($1, $2, $3)',
      values: [search, limit, offset],
    }),
  );
  return context.json({
    workspaces: rows.map(({ members, pages, file_bytes, total: _total, ...row }) => ({
      ...row,
      members: Number(members),
      pages: Number(pages),
      file_bytes: Number(file_bytes),
    })),
    total: Number(rows[0]?.total ?? 0),
  });
};
