/** How pages stand with Notion, held by one sync at a time. */
import { asOperator, dataError } from '../../_shared/data-api.ts';
import type { Base } from '../core/decide.ts';
import type { BlockCount, ProblemState } from '../page-problem.ts';

export interface Claim {
  readonly pageId: string;
  readonly lease: string;
  readonly notionPageId: string;
  readonly base: Base | undefined;
  /** The counterpart's text in which no block stood in the way. */
  readonly cleanHash: string | null;
  /** The icon of both sides after the last sync. */
  readonly icon: string | null;
}

export type PageState = 'synced' | ProblemState;

export interface Outcome {
  readonly state: PageState;
  readonly reason: string | null;
  readonly blocks: readonly BlockCount[];
}

export const IN_STEP: Outcome = { state: 'synced', reason: null, blocks: [] };

interface Row {
  readonly notion_page_id: string;
  readonly local_name: string | null;
  readonly local_text: string | null;
  readonly remote_name: string | null;
  readonly remote_text: string | null;
  readonly clean_hash: string | null;
  readonly icon: string | null;
}

/** @returns undefined when another sync holds it, or there is nothing to sync */
export async function claimPage(pageId: string): Promise<Claim | undefined> {
  const lease = crypto.randomUUID();
  const { data, error } = await asOperator().rpc('claim_notion_page', { page_id: pageId, lease });
  if (error) throw dataError(error);
  const [row] = data as Row[];
  return (
    row && {
      pageId,
      lease,
      notionPageId: row.notion_page_id,
      base: baseOf(row),
      cleanHash: row.clean_hash,
      icon: row.icon,
    }
  );
}

function baseOf({ local_name, local_text, remote_name, remote_text }: Row): Base | undefined {
  if (local_name === null || local_text === null || remote_name === null || remote_text === null)
    return undefined;
  return { local: { name: local_name, text: local_text }, remote: { name: remote_name, text: remote_text } };
}

/** Writes the outcome, and lets others begin. Omitted fields stay. */
export async function settleClaim(
  claim: Claim,
  outcome: Outcome,
  learnt: {
    readonly base?: Base | undefined;
    readonly cleanHash?: string | undefined;
    readonly icon?: string | null | undefined;
  },
): Promise<void> {
  const { base, cleanHash, icon } = learnt;
  const { error } = await asOperator()
    .from('page_notion_syncs')
    .update({
      ...outcome,
      checked_at: new Date().toISOString(),
      lease: null,
      lease_until: null,
      ...(cleanHash === undefined ? {} : { clean_hash: cleanHash }),
      ...(icon === undefined ? {} : { icon }),
      ...(base && {
        local_name: base.local.name,
        local_text: base.local.text,
        remote_name: base.remote.name,
        remote_text: base.remote.text,
      }),
    })
    .eq('page_id', claim.pageId)
    .eq('lease', claim.lease);
  if (error) throw dataError(error);
}

/** Lets others begin, without an outcome. */
export async function releaseClaim(claim: Claim): Promise<void> {
  const { error } = await asOperator()
    .from('page_notion_syncs')
    .update({ lease: null, lease_until: null })
    .eq('page_id', claim.pageId)
    .eq('lease', claim.lease);
  if (error) throw dataError(error);
}
