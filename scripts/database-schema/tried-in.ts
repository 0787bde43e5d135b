/**
 * Which assertion of `supabase/tests` tries what a policy forbids, and which ones a function refuses. The test beside
 * this file opens each policy and sees the assertion fail.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { HELPERS, STORIES } from '../../server/test/database/run-story.ts';

export interface Tried {
  readonly story: string;
  readonly assertion: string;
}

const TRIED: Readonly<Record<string, readonly [story: string, assertion: string]>> = {
  notion_sync_runs_select_member: ['notion_sync.sql', 'others do not'],
  organization_invitations_all_second_step: ['invitations.sql', 'and reads no invitation'],
  organization_invitations_select_administrator: ['invitations.sql', 'a member does not read who is invited'],
  organization_members_all_second_step: ['sessions.sql', 'one step: no members'],
  organization_members_delete_administrator: ['members.sql', 'an admin does not remove an owner'],
  organization_members_delete_self: ['members.sql', 'a member removes nobody else'],
  organization_members_select_member: ['members.sql', 'an outsider sees only their own membership'],
  organization_members_update_administrator: ['members.sql', 'a member does not promote themselves'],
  organizations_all_second_step: ['sessions.sql', 'one step: no workspace'],
  organizations_delete_owner: ['organizations.sql', 'a member does not delete it'],
  organizations_insert_founder: ['organizations.sql', 'nobody founds one in another name'],
  organizations_select_founder: ['organizations.sql', 'an outsider sees only their own workspace'],
  organizations_select_member: ['organizations.sql', 'an outsider sees only their own workspace'],
  organizations_update_administrator: ['organizations.sql', 'a member does not rename it'],
  page_activity_select_member: ['activity.sql', 'Max reads no line, and no name, from before'],
  page_aliases_select_member: ['wiki_links.sql', 'an outsider sees no alias'],
  page_favorites_delete_own: ['duplicate.sql', 'nor delete them'],
  page_favorites_insert_own: ['duplicate.sql', 'but no page that she cannot see'],
  page_favorites_select_own: ['duplicate.sql', "Max does not read Mia's"],
  page_file_uses_select_member: ['files.sql', 'nor learns which files a page uses that he does not read'],
  page_files_select_reader: ['files.sql', 'an outsider reads neither the row nor the bytes'],
  page_files_select_uploader: ['files.sql', 'nobody else does, before a text uses it'],
  page_links_select_member: ['links.sql', 'an outsider sees none'],
  page_notion_syncs_select_member: ['notion_sync.sql', 'nor that they exist'],
  page_origins_insert_creator: ['origins.sql', 'nobody notes one for a page that others made'],
  page_origins_select_reader: ['origins.sql', 'Max sees none of a private page'],
  page_shares_insert_member: ['shared_subpages.sql', 'nor makes a row of it'],
  page_shares_select_member: ['shared_subpages.sql', 'and sees none of it'],
  page_shares_update_member: ['shared_subpages.sql', 'an outsider changes nothing of it'],
  page_text_files_select_member: ['files.sql', 'nor which files a version uses'],
  page_texts_select_member: ['history.sql', 'nor from the table of texts'],
  page_version_authors_select_member: ['documents.sql', 'an outsider reads no author'],
  page_versions_select_member: ['history.sql', 'Max reads no word from before'],
  page_wiki_links_select_member: ['wiki_links.sql', 'an outsider sees no link'],
  pages_all_second_step: ['sessions.sql', 'one step: no page'],
  pages_insert_member: ['pages.sql', 'an outsider adds no page'],
  pages_select_member: ['privacy.sql', 'Max sees neither the private page nor the pages beneath it'],
  pages_update_member: ['pages.sql', 'an outsider writes no page'],
  template_file_uses_select_member: ['files.sql', 'nor which files a template uses'],
  templates_delete_administrator: ['templates.sql', 'and deletes none'],
  templates_delete_creator: ['templates.sql', 'and deletes none'],
  templates_insert_member: ['templates.sql', 'an outsider makes none'],
  templates_select_member: ['templates.sql', 'an outsider reads none'],
  templates_update_administrator: ['templates.sql', 'a member changes no template of others'],
  templates_update_creator: ['templates.sql', 'a member changes no template of others'],
  user_profiles_all_second_step: ['sessions.sql', 'one step: no profile'],
  user_profiles_select_co_member: ['accounts.sql', "a stranger's profile is out of sight"],
  user_profiles_select_self: ['accounts.sql', "a stranger's profile is out of sight"],
  user_profiles_update_self: ['accounts.sql', "co-members do not change each other's profiles"],
};

/** Policies that let everything through and lock what is about to be changed. The named tests change it at the same moment. */
const FORBID_NOTHING: Readonly<Record<string, string>> = {
  pages_update_locked: 'server/test/database/concurrency.test.ts',
};

/** @returns the file that tries the policy, which no story can: there is nothing that it refuses */
export const triedAtOnceIn = (policy: string): string | undefined => FORBID_NOTHING[policy];

// A table that no client has a privilege on refuses them before its policies are asked; that it has this one is tried.
const SECOND_STEP = /_all_second_step$/;
const EVERY_TABLE = ['catalogue.sql', 'every table asks for the second step of those who have one'] as const;

/** @returns what fails once the policy lets everything through; undefined when nobody has said */
export function triedIn(policy: string): Tried | undefined {
  const [story, assertion] = TRIED[policy] ?? (SECOND_STEP.test(policy) ? EVERY_TABLE : []);
  return story && assertion ? { story, assertion } : undefined;
}

/**
 * @returns for a function, with its schema, the assertions that it refuses something. A story may call the function
 *   through a helper of its own, such as `tests.link()`.
 */
export function findRefusals(): (name: string) => Tried[] {
  const stories = readdirSync(STORIES)
    .filter((file) => file.endsWith('.sql') && file !== HELPERS)
    .sort();
  const assertions = stories.flatMap((story) => {
    const text = readFileSync(new URL(story, STORIES), 'utf8');
    const helpers = [...text.matchAll(HELPER)].map(([body, name = '']) => ({ name, body }));
    return text
      .split(/;\s*\n/)
      .filter((statement) => statement.includes('tests.throws('))
      .flatMap((statement) => {
        const assertion = /'((?:[^']|'')*)'\s*\)[^']*$/.exec(statement)?.[1]?.replaceAll("''", "'");
        const bodies = helpers
          .filter(({ name }) => statement.includes(`tests.throws(${name}(`))
          .map(({ body }) => body);
        return assertion ? [{ story, assertion, calls: [statement, ...bodies].join('\n') }] : [];
      });
  });
  return (name) =>
    assertions
      .filter(({ calls }) => calls.includes(`${name}(`))
      .map(({ story, assertion }) => ({ story, assertion }));
}

/** A function that a story defines for itself, and its name. */
const HELPER = /^create function (tests\.\w+)\([\s\S]*?\$\$[\s\S]*?\$\$/gm;
