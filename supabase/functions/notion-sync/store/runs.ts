/** A workspace's sync as a whole: the process at work, and its progress. */
import { asOperator, dataError } from '../../_shared/data-api.ts';

export interface Run {
  readonly id: string;
  readonly organization_id: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly total: number;
  readonly done: number;
  readonly synced: number;
  readonly busy_until: string | null;
}

interface Wanted {
  /** Goes on with this one, or begins it. */
  readonly runId: string;
  readonly byClock: boolean;
}

/** @returns undefined when another run is under way, or it is not yet time */
export async function claimRun(organizationId: string, { runId, byClock }: Wanted): Promise<Run | undefined> {
  const { data, error } = await asOperator().rpc('claim_notion_sync_run', {
    organization_id: organizationId,
    run_id: runId,
    by_clock: byClock,
  });
  if (error) throw dataError(error);
  return (data as Run[])[0];
}

export async function readRun(organizationId: string): Promise<Run | undefined> {
  const { data, error } = await asOperator()
    .from('notion_sync_runs')
    .select()
    .eq('organization_id', organizationId)
    .maybeSingle<Run>();
  if (error) throw dataError(error);
  return data ?? undefined;
}

export async function noteProgress(run: Run, change: Partial<Run>): Promise<void> {
  const { error } = await asOperator()
    .from('notion_sync_runs')
    .update(change)
    .eq('organization_id', run.organization_id)
    .eq('id', run.id);
  if (error) throw dataError(error);
}

/**
 * @returns the pages that were not looked at since the run began, those longest ago first, and how many they are: the
 * host may not give all of them at once
 */
export async function pagesToSync(
  run: Run,
): Promise<{ readonly pages: readonly string[]; readonly count: number }> {
  const { data, error, count } = await asOperator().rpc(
    'notion_pages_to_sync',
    { organization_id: run.organization_id, since: run.started_at },
    { count: 'exact' },
  );
  if (error) throw dataError(error);
  const pages = data as string[];
  return { pages, count: count ?? pages.length };
}

/** @returns the workspaces that are connected, in the order of their turns */
export async function connectedWorkspaces(): Promise<string[]> {
  const { data, error } = await asOperator().rpc('notion_workspaces_to_sync');
  if (error) throw dataError(error);
  return data as string[];
}
