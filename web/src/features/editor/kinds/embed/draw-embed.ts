/**
 * The card of a player or a document, and after a click its frame. The card asks nothing of anybody: it shows the address's own
 * words and an icon of the app's.
 */
import {
  CirclePlay,
  CodeXml,
  Ellipsis,
  FileText,
  Frame,
  type LucideIcon,
  MapPin,
  Music,
  Play,
} from 'lucide-react';
import type { Embed, EmbedKind } from '../../../../../../markdown/src/kinds/embed/syntax.ts';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import { shownAddress } from '../../linked-pages/page-address.ts';
import './embeds.css';

const ICONS: Readonly<Record<EmbedKind, LucideIcon>> = {
  video: CirclePlay,
  music: Music,
  design: Frame,
  code: CodeXml,
  map: MapPin,
  document: FileText,
};

// It gets an origin of its own, its provider's, and leads nobody away from the page.
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';
const PLAYS = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
const SHOWS = 'fullscreen; clipboard-write';

export interface EmbedOptions {
  /** Further commands for the link, where the page is written. */
  readonly onMore?: () => void;
  /** It takes another height from now on. */
  readonly onResize?: () => void;
}

export function drawEmbed(element: HTMLElement, embed: Embed, { onMore, onResize }: EmbedOptions = {}): void {
  const { provider, kind, address } = embed;
  const name = make('span', 'embed-name', provider);
  const link = make('a', 'embed-address', shownAddress(address));
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' });
  link.title = 'Open in a new tab';
  const words = make('span', 'embed-words');
  words.append(name, link);
  const icon = make('span', 'embed-icon');
  icon.append(iconElement(ICONS[kind]));
  const show = makeButton('embed-show', '');
  const sayState = (isShown: boolean) => {
    const isPlayer = kind === 'video' || kind === 'music';
    const action = isShown ? 'Close' : isPlayer ? 'Play' : 'Show';
    show.replaceChildren(...(isPlayer && !isShown ? [iconElement(Play)] : []), action);
    show.setAttribute('aria-label', `${action} ${provider}`);
    show.title = isShown ? '' : `Loads it from ${provider}`;
  };
  sayState(false);
  show.addEventListener('click', () => {
    const frame = element.querySelector('iframe');
    if (frame) frame.remove();
    else element.append(makeFrame(embed));
    sayState(!frame);
    onResize?.();
  });
  const card = make('div', 'embed-card');
  card.append(icon, words, show);
  if (onMore) {
    const more = makeButton('embed-more', 'More for this link');
    more.append(iconElement(Ellipsis));
    more.addEventListener('click', onMore);
    card.append(more);
  }
  element.className = 'embed';
  element.replaceChildren(card);
}

function makeFrame({ provider, kind, address, frame: source }: Embed): HTMLIFrameElement {
  const isPlayer = kind === 'video' || kind === 'music';
  const frame = document.createElement('iframe');
  frame.className = `embed-frame embed-${kind}`;
  frame.title = `${provider}: ${shownAddress(address)}`;
  frame.setAttribute('sandbox', SANDBOX);
  frame.setAttribute('allow', isPlayer ? PLAYS : SHOWS);
  // Players refuse readers of whom they hear nothing. They hear of the site, not of the page.
  frame.referrerPolicy = 'strict-origin';
  frame.loading = 'lazy';
  frame.src = source;
  return frame;
}

function make<Name extends 'div' | 'span' | 'a'>(
  tag: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function makeButton(className: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.setAttribute('aria-label', label);
  // The caret stays where one writes.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return button;
}
