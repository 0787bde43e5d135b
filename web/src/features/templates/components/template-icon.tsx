/** The sign before a template's name; a sheet of paper where it has none. */
import { FileText } from 'lucide-react';
import type { Template } from '../state/template.ts';

export function TemplateIcon({ icon }: Pick<Template, 'icon'>) {
  const Icon = icon === null || typeof icon === 'string' ? FileText : icon;
  return (
    <span aria-hidden className="grid size-5 shrink-0 place-items-center text-base leading-none">
      {typeof icon === 'string' ? icon : <Icon className="size-4 text-ink-muted" />}
    </span>
  );
}
