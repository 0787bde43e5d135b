/** The words of a footnote, and the way to it. */
import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { footnoteText } from '../../markdown/footnote-places.ts';

interface FootnoteBeginningProps {
  readonly name: string;
  readonly readText: () => string;
  readonly onFollow: () => void;
}

export function FootnoteBeginning({ name, readText, onFollow }: FootnoteBeginningProps) {
  const [text] = useState(() => footnoteText(readText(), name));
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      <p className="line-clamp-8 w-full whitespace-pre-line wrap-anywhere [unicode-bidi:plaintext]">
        {text || 'This footnote is empty.'}
      </p>
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onFollow}
        className="inline-flex min-h-6 items-center gap-1.5 text-[0.8125rem] text-accent hover:underline [&_svg]:size-3.5"
      >
        <ArrowDown aria-hidden />
        Go to footnote
      </button>
    </div>
  );
}
