/** The choices at a wiki link: open its page, choose among several of its name, or make one that is not there yet. */
import { ArrowUpRight, FileText, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortPath } from '../../../../lib/format/short-path.ts';
import { pageTitle } from '../../../../lib/page/page-title.ts';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import type { LinkablePage } from '../../linked-pages/linkable-page.ts';
import type { WikiPlace } from '../../linked-pages/wiki-pages.ts';

interface WikiChoicesProps {
  readonly place: WikiPlace;
  readonly onFollow: (address: string) => void;
  readonly onCreate: (name: string) => void;
}

export function WikiChoices({ place, onFollow, onCreate }: WikiChoicesProps) {
  switch (place.kind) {
    case 'page':
      return (
        <Choices>
          <PageChoice page={place.page} title={place.title} onClick={() => onFollow(place.address)} />
        </Choices>
      );
    case 'here':
      return (
        <Choices>
          <Choice icon={<ArrowUpRight aria-hidden />} onClick={() => onFollow(place.address)}>
            {place.title}
          </Choice>
        </Choices>
      );
    case 'several':
      return (
        <Choices said="Several pages have this name">
          {place.pages.map((page) => (
            <PageChoice key={page.id} page={page} onClick={() => onFollow(page.path)} />
          ))}
        </Choices>
      );
    case 'nobody':
      return (
        <Choices said="No page has this name">
          <Choice icon={<Plus aria-hidden />} onClick={() => onCreate(place.name)}>
            {`Create page “${place.name}”`}
          </Choice>
        </Choices>
      );
    default:
      return <Choices said="The pages are not here yet" />;
  }
}

function Choices({ said, children }: { readonly said?: string; readonly children?: ReactNode }) {
  return (
    <div className="max-h-72 overflow-y-auto p-1">
      {said !== undefined && <p className="px-2.5 py-1.5 text-[0.8125rem] text-ink-muted">{said}</p>}
      {children}
    </div>
  );
}

interface PageChoiceProps {
  readonly page: LinkablePage;
  readonly title?: string;
  readonly onClick: () => void;
}

function PageChoice({ page, title = pageTitle(page.name), onClick }: PageChoiceProps) {
  const path = page.ancestors().map(pageTitle);
  const icon = page.icon === undefined ? <FileText aria-hidden /> : <PageIcon icon={page.icon} />;
  return (
    <Choice icon={icon} onClick={onClick}>
      <span className="sr-only">Open </span>
      <span dir="auto" className="block truncate text-left">
        {title}
      </span>
      {path.length > 0 && (
        <span className="block truncate text-[0.8125rem] text-ink-muted" title={path.join(' / ')}>
          {shortPath(path).join(' / ')}
        </span>
      )}
    </Choice>
  );
}

interface ChoiceProps {
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Choice({ icon, onClick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1 text-start text-sm transition-colors hover:bg-hover pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted"
    >
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </button>
  );
}
