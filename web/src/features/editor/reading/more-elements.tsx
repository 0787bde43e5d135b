/** The elements of a page that is read that Markdown itself does not have: callouts, formulas and others. */
import { createContext, type MouseEvent, useCallback, useContext, useState } from 'react';
import { CALLOUTS, type CalloutKind } from '../../../../../markdown/src/kinds/callout/syntax.ts';
import { embedIn } from '../../../../../markdown/src/kinds/embed/syntax.ts';
import type { Element } from '../../../../../markdown/src/read/elements.ts';
import { Button } from '../../../ui/button.tsx';
import { CALLOUT_ICONS } from '../callouts/callout-icons.ts';
import { drawEmbed } from '../embeds/draw-embed.ts';
import { drawFormula, type FormulaPlace } from '../formulas/draw-formula.ts';
import type { Heading } from '../outline/read-outline.ts';
import { shareRow } from '../pictures/share-row.ts';
import type { Drawers, DrawnProps } from './draw-elements.tsx';
import { PageFile } from './page-file.tsx';
import { BLOCK_PLACE } from './place-blocks.ts';
import { showReadHeading } from './show-heading.ts';
import '../pictures/picture-row.css';

/** All headings of the page. */
export const PageHeadings = createContext<readonly Heading[]>([]);

export const MORE_ELEMENTS: Drawers = {
  aside: ({ node, children }) => <Callout node={node}>{children}</Callout>,
  header: ({ node, children }) => <CalloutHead node={node}>{children}</CalloutHead>,
  details: ({ node, children }) => (
    <details className="page-toggle" dir={directionOf(node)} open={node.properties.open === true}>
      {children}
    </details>
  ),
  figure: ({ node, children }) =>
    node.properties['data-file'] !== undefined ? (
      <FileBlockOf node={node} />
    ) : node.properties['data-embed'] !== undefined ? (
      <PageEmbed node={node} address={String(node.properties['data-embed'])} />
    ) : node.properties['data-place'] !== undefined ? (
      <Formula node={node} />
    ) : (
      <figure>{children}</figure>
    ),
  div: ({ node: _, ...row }) => <div ref={share} {...row} />,
  var: ({ node }) => <Formula node={node} />,
  nav: ({ node }) => <TableOfContents index={Number(node.properties['data-index'] ?? 0)} />,
};

// Blank lines are such elements, too.
const share = (element: HTMLElement | null) =>
  element?.matches('.picture-row') ? shareRow(element) : undefined;

/** Whether the words of a picture stand below it. */
export function isCaptioned(node: Element): boolean {
  return node.properties['data-captioned'] === 'true';
}

export function directionOf(node: Element): string | undefined {
  const direction = node.properties.dir;
  return typeof direction === 'string' ? direction : undefined;
}

function calloutKind(node: Element): CalloutKind {
  return String(node.properties['data-kind']) as CalloutKind;
}

interface CalloutProps extends DrawnProps {
  /** Whether it is shown whole, even where the text folds it. */
  readonly isOpened?: boolean;
}

export function Callout({ node, children, isOpened = false }: CalloutProps) {
  const fold = node.properties['data-fold'];
  const className = `callout callout-${CALLOUTS[calloutKind(node)].look}`;
  return fold === undefined ? (
    <div
      className={className}
      dir={directionOf(node)}
      role="note"
      aria-label={String(node.properties['data-name'])}
    >
      {children}
    </div>
  ) : (
    <details className={className} dir={directionOf(node)} open={isOpened || fold === 'open'}>
      {children}
    </details>
  );
}

function CalloutHead({ node, children }: DrawnProps) {
  const Icon = CALLOUT_ICONS[calloutKind(node)];
  const begins = { [BLOCK_PLACE]: node.properties[BLOCK_PLACE] };
  if (node.properties['data-fold'] !== undefined)
    return (
      <summary className="callout-head" dir={directionOf(node)} {...begins}>
        <Icon aria-hidden />
        <span>{children}</span>
      </summary>
    );
  // The callout's name says the same.
  const isNamed = node.properties['data-titled'] !== 'true';
  return (
    <p className="callout-head" dir={directionOf(node)} aria-hidden={isNamed} {...begins}>
      <Icon aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function FileBlockOf({ node }: DrawnProps) {
  const { 'data-file': address, 'data-words': words, 'data-as': as } = node.properties ?? {};
  return (
    <div {...{ [BLOCK_PLACE]: node.properties[BLOCK_PLACE] }}>
      <PageFile
        address={String(address)}
        words={String(words ?? '')}
        as={as === 'card' ? 'card' : 'itself'}
      />
    </div>
  );
}

function PageEmbed({ address, node }: { readonly address: string } & DrawnProps) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      const embed = embedIn(address);
      if (element && embed) drawEmbed(element, embed);
    },
    [address],
  );
  return <div ref={draw} {...{ [BLOCK_PLACE]: node.properties[BLOCK_PLACE] }} />;
}

function Formula({ node }: DrawnProps) {
  const [text] = node.children;
  const tex = text?.type === 'text' ? text.value : '';
  const place = String(node.properties['data-place']) as FormulaPlace;
  const draw = useCallback(
    (element: HTMLElement | null) => (element ? drawFormula(element, tex, place) : undefined),
    [tex, place],
  );
  const begins = { [BLOCK_PLACE]: node.properties[BLOCK_PLACE] };
  return place === 'block' ? <div ref={draw} {...begins} /> : <span ref={draw} />;
}

// All lists of a page together have so many lines, of three elements each.
const MOST_LINES = 2000;

/** @param index among the lists of the page */
function TableOfContents({ index: number }: { readonly index: number }) {
  const headings = useContext(PageHeadings);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? headings : headings.slice(0, Math.max(MOST_LINES - number * headings.length, 0));
  const left = headings.length - shown.length;
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6);
  const show = (event: MouseEvent, index: number) => {
    const view = event.currentTarget.closest('.reading-view');
    if (view) showReadHeading(view, index);
  };
  return (
    <nav className="page-contents" aria-label="Table of contents">
      {headings.length === 0 && <p>This page has no headings yet.</p>}
      <ul>
        {shown.map(({ from, level, text }, index) => (
          <li key={from} dir="auto" data-depth={Math.min(level - top, 3)}>
            <button type="button" onClick={(event) => show(event, index)}>
              {text || 'Heading'}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && shown.length === 0 && <p>The headings are listed further up.</p>}
      {left > 0 && shown.length > 0 && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {`Show ${left} more headings`}
        </Button>
      )}
    </nav>
  );
}
