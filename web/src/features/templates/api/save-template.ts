/** Makes a template of the workspace, or changes one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { OwnTemplate } from '../state/template.ts';
import { templateOfPage } from './template-of-page.ts';
import { templatesQuery } from './templates-query.ts';

export interface TemplateTexts {
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  readonly content: string;
}

interface Saving {
  readonly texts: TemplateTexts;
  /** The one that is changed, as the edit began; undefined makes another one. */
  readonly template?: Pick<OwnTemplate, 'id' | 'updatedAt'> | undefined;
  /** The page whose text it is. */
  readonly ofPage?: string;
}

/** Answers the template's id, once the list on the screen has it. */
export function useSaveTemplate(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ texts, template, ofPage }: Saving) => {
      const content = ofPage === undefined ? texts.content : await templateOfPage(ofPage, texts.content);
      const row = { ...texts, content, description: texts.description || null };
      if (template) return changeTemplate(template, row);
      const others = queryClient.getQueryData(templatesQuery(organizationId).queryKey) ?? [];
      return createTemplate({ ...row, organization_id: organizationId, order_index: lastPlace(others) });
    },
    // The list is read again after a refused change, too: the reason may be a newer version.
    onSettled: () => readAgain(queryClient, madeOldBy.template(organizationId)),
  });
}

type Row = Omit<TemplateTexts, 'description'> & { readonly description: string | null };

function lastPlace(others: readonly OwnTemplate[]): number {
  return Math.max(0, ...others.map(({ orderIndex }) => orderIndex)) + 1;
}

/** @throws {AppError} */
async function createTemplate(
  row: Row & { readonly organization_id: string; readonly order_index: number },
): Promise<string> {
  const { data, error, status } = await supabase.from('templates').insert(row).select('id').single();
  if (error) throw toDataError(error, status);
  return data.id;
}

/** @throws {AppError} also when somebody has changed it meanwhile */
async function changeTemplate(
  { id, updatedAt }: Pick<OwnTemplate, 'id' | 'updatedAt'>,
  row: Row,
): Promise<string> {
  const { data, error, status } = await supabase
    .from('templates')
    .update(row)
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id');
  if (error) throw toDataError(error, status);
  if (data.length === 0) throw new AppError('UPDATE_ERROR', sentences.templateChanged);
  return id;
}
