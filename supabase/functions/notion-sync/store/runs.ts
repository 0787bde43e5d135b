/** A workspace's sync as a whole: who is at it, and how far it is. */
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

/** @returns undefined when somebody else is at it, or it is not yet time */
export async function claimRun(organizationId: string, { runId, byClock }: Wanted): Promise<Run | undefined> {
  const { data, error } = await asOperator().rpc('claim_notion_sync_run', {
    ...{ organization_id: organizationId, run_id: runId, by_clock: byClock },
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

/** @returns the pages that were not looked at since the run began, those longest ago first */
export async function pagesToSync(run: Run): Promise<string[]> {
  const { data, error } = await asOperator()
    .from('pages')
    .select('id, page_notion_syncs(checked_at)')
    .eq('organization_id', run.organization_id)
    .eq('is_archived', false)
    .not('notion_page_id', 'is', null)
    .returns<{ id: string; page_notion_syncs: Checked | Checked[] | null }[]>();
  if (error) throw dataError(error);
  const started = Date.parse(run.started_at);
  return data
    .map(({ id, page_notion_syncs }) => ({ id, at: timeOf([page_notion_syncs].flat()[0]) }))
    .filter(({ at }) => at < started)
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id);
}

interface Checked {
  readonly checked_at: string | null;
}

function timeOf(checked: Checked | null | undefined): number {
  return checked?.checked_at ? Date.parse(checked.checked_at) : 0;
}

/** @returns the workspaces that are connected */
export async function connectedWorkspaces(): Promise<string[]> {
  const { data, error } = await asOperator()
    .from('notion_connections')
    .select('organization_id')
    .eq('status', 'connected')
    .returns<{ organization_id: string }[]>();
  if (error) throw dataError(error);
  return data.map(({ organization_id }) => organization_id);
}
