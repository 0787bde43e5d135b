/**
 * The subjects of `supabase/schema.sql` in reading order, and what belongs to each. A trigger stands with its function.
 * Everything new in the schema has to be put somewhere here, else `npm run generate` refuses.
 */
export interface Subject {
  readonly title: string;
  /** A reader comes with it; the section answers it. */
  readonly question: string;
  /** An update whose triggers are listed in the order in which they fire. */
  readonly story?: {
    readonly table: string;
    readonly columns: readonly string[];
  };
  readonly tables?: readonly string[];
  readonly functions?: readonly string[];
}

export const SUBJECTS: readonly Subject[] = [
  {
    title: 'Who calls',
    question: 'What do policies ask about the caller?',
    functions: [
      'private.my_organization_ids',
      'private.my_co_member_ids',
      'private.has_passed_second_step',
      'private.refuse',
    ],
  },
  {
    title: 'Workspaces',
    question: 'Who may found, see, rename and delete a workspace?',
    tables: ['public.organizations'],
    functions: [
      'private.name_slug',
      'private.slug_of',
      'private.appoint_founder',
      'private.keep_last_organization',
      'private.my_other_organizations',
    ],
  },
  {
    title: 'Members',
    question: 'Who is in a workspace, as what, and who may change that?',
    tables: ['public.organization_members', 'public.former_members'],
    functions: ['private.keep_an_owner', 'public.hand_over_ownership', 'private.remember_former_member'],
  },
  {
    title: 'Invitations',
    question: 'How does somebody come into a workspace, and who may let them in?',
    tables: ['public.organization_invitations', 'public.deleted_invitations'],
    functions: [
      'public.create_invitations',
      'public.renew_invitation',
      'public.create_join_link',
      'public.revoke_invitation',
      'public.revoke_join_links',
      'public.look_up_invitation',
      'public.accept_invitation',
      'private.invitation_state',
      'private.require_administrator',
      'private.count_invitations',
      'private.remember_deleted_invitation',
      'private.hash_invitation_token',
      'private.new_invitation_token',
      'private.mailbox_of',
      'private.punycode',
      'private.refuse_invitation',
      'private.revoke_invitations_of_former_administrator',
      'private.revoke_invitations_of_former_member',
      'private.revoke_invitation_of_nobody',
    ],
  },
  {
    title: 'People',
    question: 'What do people know of each other, and what does an account bring and take along?',
    tables: ['public.user_profiles'],
    functions: [
      'private.stamp_profile',
      'private.welcome_new_account',
      'private.welcome_account',
      'private.follow_account',
      'public.list_my_sessions',
      'public.end_my_session',
      'public.has_password',
      'public.preview_account_deletion',
      'public.delete_my_account',
      'private.has_just_signed_in',
      'private.organizations_without',
      'private.hold_memberships',
    ],
  },
  {
    title: 'Pages',
    question: 'What is a page, and who sees one?',
    tables: ['public.pages'],
    functions: ['private.sees_page', 'public.get_public_page', 'public.public_pages_among'],
  },
  {
    title: 'Saving a page',
    question: 'What happens when a page is saved?',
    story: { table: 'public.pages', columns: ['name', 'description', 'content'] },
    tables: ['public.page_saves'],
    functions: [
      'public.save_page',
      'private.note_page_save',
      'private.last_page_save',
      'private.begin_counting_bytes',
      'private.limit_bytes',
      'private.limit_of',
      'private.bytes_in',
      'private.stamp_changed_page',
      'private.stamp_new_page',
    ],
  },
  {
    title: 'The tree',
    question: 'Where may a page be, in which order, and who hides what?',
    functions: [
      'private.lock_my_trees',
      'private.lock_tree',
      'private.is_arranging',
      'private.set_arranging',
      'private.check_page_parent',
      'private.is_page_within',
      'private.hide_page',
      'private.hide_subtree',
      'private.pages_hidden_with',
      'private.rescue_private_pages',
      'private.place_page',
      'private.renumber_siblings',
      'private.step_aside',
      'private.renumber_common',
      'private.renumber_private',
      'public.duplicate_page',
    ],
  },
  {
    title: 'The trash',
    question: 'How does a page go, come back, and go for good?',
    functions: [
      'private.stamp_archiving',
      'private.archive_subtree',
      'public.list_trash',
      'public.restore_page',
      'public.delete_page_for_good',
      'public.empty_trash',
      'private.my_trash',
      'private.delete_pages',
      'private.spare_pages_beneath',
    ],
  },
  {
    title: 'Versions',
    question: 'What did a page say before, and who reads that?',
    tables: ['public.page_versions', 'public.page_texts'],
    functions: [
      'public.content',
      'private.record_page_version',
      'private.digest_text',
      'private.keep_text',
      'private.forget_text',
    ],
  },
  {
    title: 'Activity',
    question: 'Who did what to which page, and who is told?',
    tables: ['public.page_activity'],
    functions: ['private.record_new_page', 'private.record_changed_page', 'private.continue_sitting'],
  },
  {
    title: 'Links and favourites',
    question: 'Which pages lead to which, and which does a person keep at hand?',
    tables: ['public.page_links', 'public.page_favorites'],
    functions: ['private.note_links', 'private.linked_pages'],
  },
  {
    title: 'Search',
    question: 'How is a page found, and who may find it?',
    tables: ['public.page_search', 'public.page_search_queue'],
    functions: [
      'public.search_pages',
      'private.find_pages',
      'private.pages_with',
      'private.find_misspelt',
      'private.like_pattern',
      'private.misspelt_patterns',
      'private.index_new_pages',
      'private.index_page',
      'private.index_pages',
      'private.index_queued_pages',
      'private.searchable_words',
      'private.fold_text',
      'private.character_pairs',
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
      'private.forget_notion_sync',
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
