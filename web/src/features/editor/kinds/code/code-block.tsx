/** A block of code with its language's colours, once its parser is there, and the button that copies it. */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { Copy } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { languageLabel } from '../../../../../../markdown/src/kinds/code/language-names.ts';
import { useAsyncValue } from '../../../../lib/hooks/use-async-value.ts';
import { inPieces } from '../../drawing/in-pieces.tsx';
import { BLOCK_PLACE } from '../../drawing/place-blocks.ts';
import { findCodeParser } from '../../markdown/code-languages.ts';
import { useCodeOptions } from './code-options.ts';
import { copyCode } from './copy-code.ts';

// Longer ones stay plain: drawing them would take longer than reading them.
const LONGEST_COLOURED = 50_000;

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** The place where it begins in the text. */
  readonly place: number;
}

export function CodeBlock({ code, language, place }: CodeBlockProps) {
  const lines = useAsyncValue(() => colour(code, language), `${language} ${code}`);
  const { hasNumbers } = useCodeOptions();
  return (
    <pre className="page-code" data-language={language || undefined} {...{ [BLOCK_PLACE]: place }}>
      <span className="code-head">
        <span className="code-language">{languageLabel(language)}</span>
        <button type="button" className="code-copy" title="Copy code" onClick={() => void copyCode(code)}>
          <Copy aria-hidden />
          <span className="sr-only">Copy code</span>
        </button>
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, for the keyboard too */}
      <code tabIndex={0}>
        {hasNumbers ? numbered(lines ?? plain(code)) : joined(lines ?? [inPieces(code)])}
      </code>
    </pre>
  );
}

type Line = ReactNode;

function plain(code: string): readonly Line[] {
  return code.split('\n').map(inPieces);
}

function joined(lines: readonly Line[]): ReactNode {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
    <Fragment key={index}>
      {index > 0 && '\n'}
      {line}
    </Fragment>
  ));
}

function numbered(lines: readonly Line[]): ReactNode {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
    <span key={index} className="code-line" data-line={index + 1}>
      {line}
    </span>
  ));
}

/** @returns its lines */
async function colour(code: string, language: string): Promise<readonly Line[] | undefined> {
  if (code.length > LONGEST_COLOURED) return undefined;
  const parser = await findCodeParser(language);
  if (!parser) return undefined;
  const lines: ReactNode[][] = [[]];
  const put = (part: ReactNode) => lines.at(-1)?.push(part);
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) =>
      put(
        classes === '' ? (
          inPieces(text)
        ) : (
          <span key={lines.at(-1)?.length} className={classes}>
            {inPieces(text)}
          </span>
        ),
      ),
    () => lines.push([]),
  );
  return lines;
}
