/** Answers of the functions for Notion. */
import { type Answerer, json, on } from './answers.ts';

export interface NotionStatus {
  readonly connected: boolean;
  readonly workspaceName?: string;
  readonly kind?: 'token' | 'app';
  readonly needsReconnect?: boolean;
  readonly hasApp?: boolean;
}

export const notion = (status: NotionStatus): readonly Answerer[] => [
  on('GET /functions/v1/notion-oauth/status', () => json({ data: { hasApp: true, ...status } })),
  on('GET /rest/v1/notion_sync_runs', () => json([])),
  on('GET /rest/v1/page_notion_syncs', () => json([])),
];

/** The workspace is not connected, and could be. */
export const noNotion: readonly Answerer[] = notion({ connected: false });
