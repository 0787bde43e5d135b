/** Makes the page that a template stands for: reads the template's text, and fills in its variables. */
import { useQueryClient } from '@tanstack/react-query';
import { shownName } from '../../../lib/format/shown-name.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { rememberTemplate } from '../state/recent-templates.ts';
import type { AnyTemplate, StartedPage } from '../state/template.ts';
import { startPage } from '../state/variables.ts';
import { templateTextQuery } from './templates-query.ts';

/** The person as pages name them. */
export function usePersonName(): string {
  const { user, profile } = useSignedIn();
  return profile?.full_name || (profile ? shownName(profile) : (user.email ?? ''));
}

/** @returns what throws an AppError where the text cannot be read */
export function useStartPage() {
  const queryClient = useQueryClient();
  const person = usePersonName();
  return async (template: AnyTemplate, page: string | undefined): Promise<StartedPage> => {
    const content = template.isOwn
      ? await queryClient.fetchQuery(templateTextQuery(template))
      : template.content;
    rememberTemplate(template.key);
    return startPage(template, content, { now: new Date(), person, page });
  };
}
