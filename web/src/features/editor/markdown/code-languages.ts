/** The parsers of code blocks' languages. Their list and each of them load when a page first has such a block. */
import { ParseContext } from '@codemirror/language';
import type { Parser } from '@lezer/common';

/** By what stands after the fence; null for a language that nobody knows or that could not be loaded. */
const known = new Map<string, Parser | null>();
const loading = new Map<string, Promise<void>>();

/** @param info what stands after the fence */
export function codeParser(info: string): Parser | null {
  const name = languageName(info);
  if (name === '') return null;
  const parser = known.get(name);
  if (parser !== undefined) return parser;
  return ParseContext.getSkippingParser(loadCodeLanguage(name));
}

/** For what is not CodeMirror. @returns null when there is no such language */
export async function findCodeParser(info: string): Promise<Parser | null> {
  const name = languageName(info);
  if (name !== '' && !known.has(name)) await loadCodeLanguage(name);
  return known.get(name) ?? null;
}

/** The first word is the language. */
function languageName(info: string): string {
  return (/^[^\s{]+/.exec(info.trim())?.[0] ?? '').toLowerCase();
}

function loadCodeLanguage(name: string): Promise<void> {
  let load = loading.get(name);
  if (!load) {
    load = importParser(name).then(
      (parser) => void known.set(name, parser),
      // Without a connection: the code stays plain until the page is opened again.
      () => void loading.delete(name),
    );
    loading.set(name, load);
  }
  return load;
}

/** Looks for its name in a list that most pages do not need. */
async function importParser(name: string): Promise<Parser | null> {
  return (await import('../../../../../markdown/src/kinds/code/languages.ts')).importCodeParser(name);
}
