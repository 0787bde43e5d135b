/** The form in which a person writes what a picture shows. */
import { make } from './elements.ts';

interface WordsFormOptions {
  readonly save: (words: string) => void;
  readonly cancel: () => void;
}

const LONGEST = 1000;

export function wordsForm(words: string, { save, cancel }: WordsFormOptions): HTMLFormElement {
  const form = make('form', 'file-words');
  const field = make('input', 'file-words-field');
  field.value = words;
  field.maxLength = LONGEST;
  field.placeholder = 'What the picture shows, for those who cannot see it';
  field.setAttribute('aria-label', 'Description of the picture');
  const button = make('button', 'file-words-save', 'Save');
  button.type = 'submit';
  form.append(field, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save(field.value.trim());
  });
  form.addEventListener('keydown', (event) => {
    // They are the field's, not the page's.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  });
  return form;
}

/** @returns words that Markdown reads as these words; a number at their end is no width */
export function escapeAlt(words: string): string {
  const escaped = words.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]`*_<>~$=]/g, '\\$&');
  return /\|\s*\d{1,5}\s*$/.test(escaped) ? escaped.replace(/\|(?=\s*\d{1,5}\s*$)/, '-') : escaped;
}
