/**
 * All that an integration may bring to the app. A further one is a folder beside this file, and a line in
 * `integrations.ts`.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { CurrentWorkspace } from '../../lib/current-workspace.ts';
import type { Tables, TablesUpdate } from '../../lib/database.types.generated.ts';

export interface Integration {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Left out while it is only promised. */
  readonly parts?: IntegrationParts;
}

export interface IntegrationParts {
  /** In the list of integrations: its state, and ways to change that. Lazy: no other screen draws it. */
  readonly Connection: ComponentType<{ readonly workspace: CurrentWorkspace }>;
  /** Whether the page has a counterpart there. */
  readonly isLinked: (page: LinkablePage) => boolean;
  /** Above an open page that is linked. */
  readonly PageNotice: ComponentType<{ readonly organizationId: string; readonly pageId: string }>;
  /** Fields of the page's settings, which the dialog around them saves. */
  readonly PageSettings: ComponentType<PageSettingsProps>;
  /** The answers that a change of a workspace's integration makes old, by their keys. */
  readonly keys: (workspaceId: string) => readonly QueryKey[];
  /** Before the workspace is deleted: nobody could end its access afterwards. Never rejects. */
  readonly giveBack: (workspaceId: string) => Promise<void>;
}

/** A page as the tree knows it: its counterpart is among it until an integration keeps it in a table of its own. */
export type LinkablePage = Pick<Tables<'pages'>, 'id' | 'name' | 'notion_page_id'>;

export interface PageSettingsProps {
  readonly organizationId: string;
  readonly page: LinkablePage;
  /** The pages of the same workspace. */
  readonly pages: ReadonlyMap<string, LinkablePage>;
  /** The problem with the fields when they were to be saved. */
  readonly error: string | undefined;
  readonly onDraft: (draft: LinkDraft) => void;
}

/** The content of an integration's fields. */
export interface LinkDraft {
  /** Why it cannot be saved. */
  readonly problem?: string | undefined;
  /** The columns of the page that are saved, and those that the tree shows at once. */
  readonly columns: TablesUpdate<'pages'>;
  readonly shown: Partial<LinkablePage>;
}
