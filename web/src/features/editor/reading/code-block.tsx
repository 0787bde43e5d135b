/** A block of code with its language's colours, once its parser is there. */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import type { ReactNode } from 'react';
import { useAsyncValue } from '../../../lib/use-async-value.ts';
import { findCodeParser } from '../markdown/code-languages.ts';
import { BLOCK_PLACE } from './place-blocks.ts';

// Longer ones stay plain: drawing them would take longer than reading them.
const LONGEST_COLOURED = 50_000;

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Where it begins in the text. */
  readonly place: number;
}

export function CodeBlock({ code, language, place }: CodeBlockProps) {
  const coloured = useAsyncValue(() => colour(code, language), `${language} ${code}`);
  return (
    <pre className="page-code" data-language={language || undefined} {...{ [BLOCK_PLACE]: place }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, for the keyboard too */}
      <code tabIndex={0}>{coloured ?? code}</code>
    </pre>
  );
}

async function colour(code: string, language: string): Promise<ReactNode> {
  if (code.length > LONGEST_COLOURED) return undefined;
  const parser = await findCodeParser(language);
  if (!parser) return undefined;
  const parts: ReactNode[] = [];
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) =>
      parts.push(
        classes === '' ? (
          text
        ) : (
          <span key={parts.length} className={classes}>
            {text}
          </span>
        ),
      ),
    () => parts.push('\n'),
  );
  return parts;
}
