/** The workspace's own templates, in their order. Their texts are read one by one. */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../lib/errors/app-error.ts';
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { OwnTemplate } from '../state/template.ts';

export function templatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: queryKeys.templates.list(organizationId),
    queryFn: () => getTemplates(organizationId),
  });
}

async function getTemplates(organizationId: string): Promise<OwnTemplate[]> {
  const { data, error, status } = await supabase
    .from('templates')
    .select('id, name, description, icon, order_index, created_by, updated_at')
    .eq('organization_id', organizationId)
    .order('order_index')
    .order('id');
  if (error) throw toDataError(error, status);
  return data.map(({ id, name, description, icon, order_index, created_by, updated_at }) => ({
    key: id,
    id,
    name,
    pageName: name,
    description: description ?? '',
    icon,
    isOwn: true,
    createdBy: created_by,
    orderIndex: order_index,
    updatedAt: updated_at,
  }));
}

// Another version has another key.
const FORGET_AFTER_MS = 10 * 60_000;

export function templateTextQuery({ id, updatedAt }: Pick<OwnTemplate, 'id' | 'updatedAt'>) {
  return queryOptions({
    queryKey: queryKeys.templates.text(id, updatedAt),
    queryFn: () => getTemplateText(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_AFTER_MS,
  });
}

async function getTemplateText(id: string): Promise<string> {
  const { data, error, status } = await supabase
    .from('templates')
    .select('content')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toDataError(error, status);
  if (!data) throw new AppError('NOT_FOUND_ERROR', sentences.templateGone);
  return data.content;
}
