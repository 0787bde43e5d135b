/** A callout as HTML, with the icon of its kind. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Callout } from './node.ts';
import { CALLOUTS, type CalloutKind } from './syntax.ts';

// The app's icons, by lucide (https://lucide.dev, ISC).
const EXCLAMATION = '<path d="M12 8v4M12 16h.01"/>';
const NOTE = '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/>';
const ICONS: Readonly<Record<CalloutKind, string>> = {
  note: NOTE,
  info: NOTE,
  tip: '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4"/>',
  important: `<circle cx="12" cy="12" r="10"/>${EXCLAMATION}`,
  warning:
    '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/>',
  caution: `<path d="M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z"/>${EXCLAMATION}`,
  abstract:
    '<rect width="8" height="4" x="8" y="2" rx="1"/><path d="M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M12 11h4M12 16h4M8 11h.01M8 16h.01"/>',
  todo: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  success: '<path d="M20 6 9 17l-5-5"/>',
  example: '<path d="M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13"/>',
  question: '<circle cx="12" cy="12" r="10"/><path d="M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01"/>',
  failure: '<path d="M18 6 6 18M6 6l12 12"/>',
  danger:
    '<path d="M4 14a1 1 0 0 1-.78-1.63l9.9-10.2a.5.5 0 0 1 .86.46l-1.92 6.02A1 1 0 0 0 13 10h7a1 1 0 0 1 .78 1.63l-9.9 10.2a.5.5 0 0 1-.86-.46l1.92-6.02A1 1 0 0 0 11 14z"/>',
  bug: '<path d="m8 2 1.88 1.88M14.12 3.88 16 2M9 7.13V6a3 3 0 1 1 6 0v1.13M12 20v-9M12 20a6 6 0 0 1-6-6v-3a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v3a6 6 0 0 1-6 6M6.53 9C4.6 8.8 3 7.1 3 5M6 13H2M3 21c0-2.1 1.7-3.9 3.8-4M20.97 5c0 2.1-1.6 3.8-3.5 4M22 13h-4M17.2 17c2.1.1 3.8 1.9 3.8 4"/>',
  quote:
    '<path d="M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z"/>',
};

export const publish: Pick<Printers, 'callout'> = {
  callout: { print: printCallout, directedBy: ({ title, children }) => [title, ...children] },
};

function printCallout(callout: Callout, press: Printing): string {
  const { kind, name, fold } = callout.mark;
  const { look } = CALLOUTS[kind];
  return press.directed(callout, (dir) => {
    const inside = `${printHead(callout, press)}${press.blocks(callout.children, callout)}`;
    return fold === undefined
      ? `<div class="callout ${look}"${dir} role="note" aria-label="${escapeHtml(name)}">\n${inside}</div>\n`
      : `<details class="callout ${look}"${dir}${fold === 'open' ? ' open' : ''}>\n${inside}</details>\n`;
  });
}

function printHead({ mark: { kind, name, fold }, title }: Callout, press: Printing): string {
  const icon = `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[kind]}</svg>`;
  const isTitled = title.length > 0;
  return press.directed(title, (dir) => {
    const said = `${icon}${isTitled ? press.inlines(title) : escapeHtml(name)}`;
    if (fold !== undefined) return `<summary class="head"${dir}>${said}</summary>\n`;
    return `<p class="head"${dir}${isTitled ? '' : ' aria-hidden="true"'}>${said}</p>\n`;
  });
}
