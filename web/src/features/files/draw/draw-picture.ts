/**
 * A picture of a page: from this device while it is on its way, else as a variant for its width on the screen, once it is
 * nearly in view. Its place is kept free until then.
 */

import { Captions, Download, Maximize2 } from 'lucide-react';
import { readPictureWords } from '../../../../../markdown/src/kinds/image/picture-words.ts';
import { watchConnection } from '../../../lib/browser/connection.ts';
import { whileNear } from '../../../lib/browser/nearness.ts';
import { focusToReplace } from '../../../lib/focus/forms.ts';
import { MissingFile } from '../api/read-bytes.ts';
import { type FileAddress, writePictureWords } from '../file-address.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';
import { FileOnItsWay, pictureBytes, type ShownBytes } from '../state/picture-bytes.ts';
import { make, makeButton } from './elements.ts';
import { downloadFile } from './file-actions.ts';
import type { DrawnFile, FileOptions } from './file-options.ts';
import { escapeAlt, wordsForm } from './picture-words-form.ts';
import { resizeHandle } from './resize-handle.ts';
import { uploadNote } from './upload-note.ts';

// Narrower, its tools would cover it.
const SMALL_PX = 240;
const LOOK_AGAIN_MS = [3000, 6000, 12_000, 30_000] as const;

export function drawPicture(element: HTMLElement, file: FileAddress, options: FileOptions): DrawnFile {
  return new DrawnPicture(element, file, options);
}

class DrawnPicture implements DrawnFile {
  readonly #element: HTMLElement;
  readonly #file: FileAddress;
  readonly #options: FileOptions;
  readonly #image = make('img', 'page-image');
  readonly #problem = make('span', 'file-problem');
  readonly #ends: (() => void)[] = [];
  #words: string;
  #shown: ShownBytes | undefined;
  #loading: AbortController | undefined;
  #lookAgain: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;
  #isGone = false;

  constructor(element: HTMLElement, file: FileAddress, options: FileOptions) {
    this.#element = element;
    this.#file = file;
    this.#options = options;
    this.#words = options.words;
    element.className = 'file-picture';
    element.dataset.state = 'loading';
    const frame = make('span', 'file-frame');
    const note = uploadNote(file.id, this.#tellUpload, options.editing?.remove);
    frame.append(this.#image, this.#problem);
    if (!options.isPrinted) frame.append(this.#tools(), note.element);
    element.replaceChildren(frame);
    this.#image.addEventListener('dblclick', this.#open);
    this.#image.addEventListener(
      'error',
      () => this.#image.hasAttribute('src') && this.#say('cannot be shown'),
    );
    if (!options.editing) this.#image.addEventListener('click', this.#open);
    this.#ends.push(note.destroy);
    this.#say(undefined);
    this.#drawWords();
    void this.#measure();
    if (options.isPrinted) void this.#load();
    else
      this.#ends.push(
        whileNear(
          element,
          () => void this.#load(),
          () => this.#stopLoading(),
        ),
      );
    this.#ends.push(watchConnection(() => this.#element.dataset.state === 'failed' && void this.#load()));
  }

  readonly update = (words: string): void => {
    this.#words = words;
    this.#drawWords();
  };

  readonly destroy = (): void => {
    this.#isGone = true;
    clearTimeout(this.#lookAgain);
    this.#loading?.abort();
    this.#shown?.release();
    for (const end of this.#ends) end();
  };

  #drawWords(): void {
    const { alt, width } = readPictureWords(this.#words);
    this.#image.alt = alt.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
    this.#element.toggleAttribute('data-sized', width !== undefined);
    this.#element.toggleAttribute('data-undescribed', alt === '');
    if (width === undefined) this.#element.style.removeProperty('--wanted-width');
    else this.#element.style.setProperty('--wanted-width', `${width}px`);
    this.#tellSmall();
    this.#options.onResize?.();
  }

  #tellSmall(): void {
    const { width } = readPictureWords(this.#words);
    const shown = width ?? Number.parseInt(this.#element.style.getPropertyValue('--own-width'), 10);
    this.#element.toggleAttribute('data-small', shown < SMALL_PX);
  }

  /** After a reload, this device may remember the file later than the page asks for it. */
  readonly #tellUpload = (): void => {
    if (this.#element.dataset.state === 'broken') void this.#load();
    this.#options.onResize?.();
  };

  /** Keeps the place of the picture free. */
  async #measure(): Promise<void> {
    const own = (await uploadHere(this.#file.id))?.file;
    const file = own ?? (await knownFile(this.#file.id).catch(() => undefined));
    if (!file?.width || !file.height || this.#isGone) return;
    this.#element.style.setProperty('--own-width', `${file.width}px`);
    this.#element.style.setProperty('--ratio', String(file.width / file.height));
    this.#element.toggleAttribute('data-measured', true);
    this.#tellSmall();
    this.#options.onResize?.();
  }

  async #load(): Promise<void> {
    if (this.#shown || this.#loading || this.#isGone) return;
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const { width } = readPictureWords(this.#words);
      const room = this.#element.closest('.cm-content, .reading-view')?.clientWidth ?? innerWidth;
      const scale = this.#options.isPrinted ? 2 : devicePixelRatio;
      const shown = await pictureBytes(this.#file.id, Math.min(width ?? room, room) * scale, loading.signal);
      if (this.#isGone || this.#shown) return shown.release();
      this.#shown = shown;
      this.#say(undefined);
      this.#image.src = shown.url;
      await this.#image.decode().catch(() => undefined);
      this.#element.dataset.state = this.#problem.hidden ? 'shown' : 'broken';
      this.#options.onResize?.();
    } catch (error) {
      if (!loading.signal.aborted && !this.#isGone) this.#fail(error);
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** A picture that comes into view again is loaded again, though an earlier request may not have ended yet. */
  #stopLoading(): void {
    this.#loading?.abort();
    this.#loading = undefined;
  }

  #fail(error: unknown): void {
    if (error instanceof FileOnItsWay) {
      this.#say('is on its way from another device');
      this.#loadLater();
    } else if (error instanceof MissingFile) {
      this.#say('is not here. It may have been deleted, or belong to another page');
      // A text may be there before its files are.
      if (this.#looks < LOOK_AGAIN_MS.length) this.#loadLater();
    } else {
      this.#say('could not be loaded');
      this.#element.dataset.state = 'failed';
    }
  }

  #loadLater(): void {
    const pause = LOOK_AGAIN_MS[Math.min(this.#looks++, LOOK_AGAIN_MS.length - 1)];
    this.#lookAgain = setTimeout(() => void this.#load(), pause);
  }

  /** @param problem undefined where there is none */
  #say(problem: string | undefined): void {
    this.#problem.hidden = problem === undefined;
    this.#problem.textContent = problem === undefined ? '' : `${this.#file.name} ${problem}.`;
    if (problem !== undefined) this.#element.dataset.state = 'broken';
    this.#options.onResize?.();
  }

  readonly #open = async (): Promise<void> => {
    const { showLarge } = await import('./show-large.ts');
    showLarge(this.#element, { file: this.#file, alt: this.#image.alt });
  };

  #tools(): DocumentFragment {
    const { editing } = this.#options;
    const tools = make('span', 'file-tools');
    const all = document.createDocumentFragment();
    const named = () => (this.#image.alt === '' ? this.#file.name : this.#image.alt);
    tools.append(
      ...(editing ? [this.#describe()] : []),
      makeButton('file-tool', { label: 'Open large', icon: Maximize2, press: () => void this.#open() }),
      makeButton('file-tool', {
        label: 'Download',
        icon: Download,
        press: () => void downloadFile(this.#file),
      }),
    );
    tools.setAttribute('role', 'group');
    tools.setAttribute('aria-label', `Picture: ${named()}`);
    all.append(tools);
    if (!editing) return all;
    all.append(
      resizeHandle({
        element: this.#element,
        room: () => this.#element.parentElement?.clientWidth ?? innerWidth,
        current: () => this.#image.clientWidth,
        show: (width) => {
          this.#element.toggleAttribute('data-sized', width !== undefined);
          if (width === undefined) this.#element.style.removeProperty('--wanted-width');
          else this.#element.style.setProperty('--wanted-width', `${width}px`);
        },
        choose: (width) =>
          editing.setWords(writePictureWords({ alt: readPictureWords(this.#words).alt, width })),
      }),
    );
    return all;
  }

  /** Asks kindly: pictures without words say so, in small. */
  #describe(): HTMLButtonElement {
    const button = makeButton('file-tool file-describe', {
      label: 'Describe the picture',
      icon: Captions,
      text: 'Describe',
      press: () => {
        const form = wordsForm(this.#image.alt, {
          save: (alt) => {
            const { width } = readPictureWords(this.#words);
            this.#options.editing?.setWords(writePictureWords({ alt: escapeAlt(alt), width }));
            form.remove();
            this.#options.onResize?.();
          },
          cancel: () => {
            form.remove();
            this.#options.onResize?.();
          },
        });
        this.#element.querySelector('.file-words')?.remove();
        this.#element.append(form);
        this.#options.onResize?.();
        focusToReplace(form.querySelector('input'));
      },
    });
    return button;
  }
}
