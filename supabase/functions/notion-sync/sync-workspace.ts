/** Syncs a workspace's pages, one after the other, within the time of one request. */
import { NotionRequests, NotionStopped } from './notion/requests.ts';
import { claimRun, noteProgress, pagesToSync, type Run, readRun } from './store/runs.ts';
import { syncPage } from './sync-page.ts';

const LOOK_EVERY_MS = 500;
const BUSY_MS = 120_000;

export interface RunReport {
  readonly runId: string;
  /** How many pages are in step. */
  readonly synced: number;
  readonly total: number;
  /** How many are still to be looked at: a call with the same `runId` goes on. */
  readonly remaining: number;
  /** Notion refuses this connection's requests. */
  readonly isBlocked: boolean;
}

/**
 * Waits for a run that is already under way: it does the same.
 * @param deadline in milliseconds since 1970
 */
export async function syncWorkspace(
  organizationId: string,
  runId: string,
  deadline: number,
): Promise<RunReport> {
  for (;;) {
    const run = await claimRun(organizationId, { runId, byClock: false });
    if (run) return work(run, deadline);
    const ended = await waitForOther(organizationId, deadline);
    if (ended) return ended;
  }
}

/** @returns undefined when it is not yet time, or another run is under way */
export async function syncByClock(organizationId: string, deadline: number): Promise<RunReport | undefined> {
  const run = await claimRun(organizationId, { runId: crypto.randomUUID(), byClock: true });
  return run && work(run, deadline);
}

async function waitForOther(organizationId: string, deadline: number): Promise<RunReport | undefined> {
  const first = await readRun(organizationId);
  for (let run = first; run && run.id === first?.id; run = await readRun(organizationId)) {
    if (run.ended_at !== null || Date.now() >= deadline) return report(run, false);
    if (run.busy_until === null || Date.parse(run.busy_until) < Date.now()) return undefined;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}

async function work(run: Run, deadline: number): Promise<RunReport> {
  const requests = new NotionRequests(run.organization_id, deadline);
  let { done, synced } = run;
  let isBlocked = false;
  const { pages, count } = await pagesToSync(run);
  // Pages come and go while a run goes on.
  const total = done + count;
  try {
    for (const id of pages) {
      if (Date.now() >= deadline) break;
      await noteProgress(run, {
        total,
        done,
        synced,
        busy_until: new Date(Date.now() + BUSY_MS).toISOString(),
      });
      const outcome = await syncPage(requests, id);
      done += 1;
      if (outcome?.state === 'synced') synced += 1;
    }
  } catch (error) {
    if (!(error instanceof NotionStopped)) {
      await noteProgress(run, { total, done, synced, busy_until: null });
      throw error;
    }
    isBlocked = error.reason === 'blocked';
  }
  const ended_at = done >= total || isBlocked ? new Date().toISOString() : null;
  const change = { total, done, synced, ended_at, busy_until: null };
  await noteProgress(run, change);
  return report({ ...run, ...change }, isBlocked);
}

function report({ id, synced, total, done }: Run, isBlocked: boolean): RunReport {
  return { runId: id, synced, total, remaining: total - done, isBlocked };
}
