/** The subjects that come after the pages themselves: work after a save, and what servers and operators ask. */
import type { Subject } from './subject.ts';

export const SUBJECTS_BEHIND_SAVES: readonly Subject[] = [
  {
    title: 'Work after a save',
    question: 'How do search and links learn of a page that no save waits for?',
    tables: ['public.page_work'],
    functions: [
      'private.work_off_pages',
      'private.work_off_pages_singly',
      'private.work_off_page',
      'private.end_work',
      'private.give_up_work',
      'private.refresh_page',
      'private.place_in_hand',
      'private.is_worker_awaited',
      'private.refresh_links',
      'private.refresh_names',
      'private.postpone_work',
    ],
  },
  {
    title: "The operator's page",
    question: 'What waits, what failed, and what may the operator do with accounts and workspaces?',
    functions: [
      'public.operator_queues',
      'public.operator_failures',
      'public.operator_retry_queue',
      'public.operator_totals',
      'public.operator_workspaces',
      'public.operator_set_workspace_status',
      'public.operator_delete_workspace',
      'public.operator_memberships',
      'public.operator_account_deletion',
      'public.operator_delete_account',
      'public.has_open_invitation',
    ],
  },
  {
    title: 'Notion',
    question: 'What do the server functions keep about Notion, and who reads it?',
    tables: [
      'public.notion_connections',
      'public.notion_authorizations',
      'public.page_notion_syncs',
      'public.notion_sync_runs',
      'public.notion_request_budgets',
    ],
    functions: [
      'public.claim_notion_refresh',
      'private.check_notion_page_id',
      'private.read_notion_page_id',
      'public.claim_notion_page',
      'public.write_notion_page',
      'public.keep_notion_version',
      'public.claim_notion_sync_run',
      'public.notion_workspaces_to_sync',
      'public.notion_pages_to_sync',
      'public.take_notion_request',
      'public.pause_notion_requests',
    ],
  },
];
