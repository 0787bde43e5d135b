/** A file as a card: its name, size and type, and for films, sounds and PDF what plays or shows it in place. */
import { Download, Ellipsis, Eye, FileIcon, FileText, Film, Music, X } from 'lucide-react';
import { whileNear } from '../../../lib/browser/nearness.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { iconElement } from '../../../ui/icons/icon-element.ts';
import { type FileAddress, type FileKind, fileAddress, fileKind } from '../file-address.ts';
import { typeName } from '../media-type.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';
import { makePlayer } from './draw-player.ts';
import { make, makeButton } from './elements.ts';
import { downloadFile } from './file-actions.ts';
import type { DrawnFile, FileOptions } from './file-options.ts';
import { uploadNote } from './upload-note.ts';

const ICONS = { picture: FileIcon, film: Film, sound: Music, pdf: FileText, other: FileIcon } as const;

/** @param plays whether the text asks for the file in place, not for a card alone */
export function drawCard(
  element: HTMLElement,
  file: FileAddress,
  plays: boolean,
  options: FileOptions,
): DrawnFile {
  const { editing, isPrinted = false, onResize } = options;
  const kind = fileKind(file.name);
  const name = make('a', 'file-name');
  name.href = fileAddress(file);
  name.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void downloadFile(file);
  });
  const facts = make('span', 'file-facts', typeName(file.name));
  const words = make('span', 'file-card-words');
  words.append(name, facts);
  const icon = make('span', 'file-icon');
  icon.append(iconElement(ICONS[kind]));
  const card = make('span', 'file-card');
  card.append(icon, words);
  const ends: (() => void)[] = [];
  element.className = 'file';
  element.replaceChildren(card);
  if (!isPrinted) {
    const note = uploadNote(file.id, () => onResize?.(), editing?.remove);
    ends.push(note.destroy);
    if (plays && kind === 'pdf') card.append(showButton(element, file, onResize));
    const save = makeButton('file-tool', {
      label: `Download ${file.name}`,
      icon: Download,
      press: () => void downloadFile(file),
    });
    card.append(save);
    if (editing?.onMore)
      card.append(
        makeButton('file-tool', { label: 'More for this link', icon: Ellipsis, press: editing.onMore }),
      );
    element.append(note.element);
    if (plays && (kind === 'film' || kind === 'sound')) {
      const player = makePlayer(file, kind, () => onResize?.());
      element.append(player.element);
      ends.push(
        whileNear(element, player.load, () => undefined),
        player.destroy,
      );
    }
  }
  const update = (said: string) => {
    name.textContent = said.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').trim() || file.name;
    onResize?.();
  };
  update(options.words);
  void describe(file, kind, facts);
  return {
    update,
    destroy: () => {
      for (const end of ends) end();
    },
  };
}

async function describe({ id, name }: FileAddress, kind: FileKind, facts: HTMLElement): Promise<void> {
  const say = (bytes: number) => {
    facts.textContent = `${typeName(name)} · ${formatBytes(bytes)}`;
  };
  const upload = await uploadHere(id);
  if (upload) return say(upload.file.bytes.size);
  try {
    const file = await knownFile(id);
    if (!file)
      facts.textContent = `${kind === 'other' ? typeName(name) : 'This file'} is not here. It may have been deleted.`;
    else if (file.isUploaded) say(file.bytes);
    else facts.textContent = 'On its way from another device';
  } catch {
    // Offline: its name says enough.
  }
}

/** A document is loaded when somebody asks for it. */
function showButton(
  element: HTMLElement,
  file: FileAddress,
  onResize: (() => void) | undefined,
): HTMLElement {
  const button = makeButton('file-show', { label: '', text: '', press: () => void toggle() });
  const sayState = (isShown: boolean) => {
    button.replaceChildren(iconElement(isShown ? X : Eye), isShown ? 'Close' : 'Show');
    button.setAttribute('aria-label', `${isShown ? 'Close' : 'Show'} ${file.name}`);
  };
  const toggle = async () => {
    const shown = element.querySelector('.file-document');
    if (shown) shown.remove();
    else {
      const { makeDocument } = await import('./draw-document.ts');
      if (!element.querySelector('.file-document')) element.append(await makeDocument(file));
    }
    sayState(!shown);
    onResize?.();
  };
  sayState(false);
  return button;
}
