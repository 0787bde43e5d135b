/** A file in the list: its name with the words marked, its size, and the page that shows it. */
import { File, FileImage, FileText, FileVideo, FileVolume, type LucideIcon } from 'lucide-react';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import type { FoundFile } from '../found-file.ts';
import { Marked } from './marked.tsx';

interface FileResultProps {
  readonly file: FoundFile;
  readonly question: string;
}

export function FileResult({ file, question }: FileResultProps) {
  const Icon = iconOf(file.mediaType);
  return (
    <>
      <Icon aria-hidden className="mt-0.5 self-start" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="min-w-0 truncate font-medium" title={file.name}>
            <Marked text={file.name} question={question} />
          </span>
          <span className="shrink-0 text-[0.8125rem] text-ink-muted">{formatBytes(file.bytes)}</span>
        </span>
        <span dir="auto" className="truncate text-left text-[0.8125rem] text-ink-muted">
          in {pageTitle(file.page.name)}
        </span>
      </span>
    </>
  );
}

function iconOf(mediaType: string): LucideIcon {
  const [kind] = mediaType.split('/');
  if (kind === 'image') return FileImage;
  if (kind === 'video') return FileVideo;
  if (kind === 'audio') return FileVolume;
  return kind === 'text' || mediaType === 'application/pdf' ? FileText : File;
}
