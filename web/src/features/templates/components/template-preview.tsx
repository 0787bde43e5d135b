/** A template as the page that it becomes, with its variables filled in. */
import { useMemo, useState } from 'react';
import { RenderedMarkdown } from '../../editor/rendered-markdown.tsx';
import { usePersonName } from '../api/use-start-page.ts';
import { startPage } from '../state/variables.ts';

interface TemplatePreviewProps {
  readonly pageName: string;
  readonly content: string;
  /** The name of the page that it goes into; undefined for one that it gives its name. */
  readonly page: string | undefined;
}

// Enough to know it by. A long one would hold up the keys that lead through the list.
const LONGEST = 20_000;

export function TemplatePreview({ pageName, content, page }: TemplatePreviewProps) {
  const person = usePersonName();
  const [now] = useState(() => new Date());
  const isLong = content.length > LONGEST;
  const started = useMemo(
    () => startPage({ pageName }, beginning(content), { now, person, page }),
    [pageName, content, page, now, person],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for the keyboard too
    <section aria-label="Preview" tabIndex={0} className="template-preview">
      {page === undefined && <p className="template-preview-title">{started.name}</p>}
      <RenderedMarkdown markdown={started.content} />
      {isLong && <p className="template-preview-end">The template goes on.</p>}
    </section>
  );
}

function beginning(content: string): string {
  if (content.length <= LONGEST) return content;
  const end = content.lastIndexOf('\n', LONGEST);
  return content.slice(0, end > 0 ? end : LONGEST);
}
