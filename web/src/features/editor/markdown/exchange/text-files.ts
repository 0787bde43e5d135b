/** Files that come with the clipboard, or are dropped: which of them are text. */

const TEXT_NAME = /\.(?:md|markdown|txt)$/i;

interface FileFacts {
  readonly name: string;
  readonly type: string;
}

/** Browsers on Windows know no type for Markdown. */
export function areTexts(files: readonly FileFacts[]): boolean {
  return files.every(({ name, type }) => type.startsWith('text/') || TEXT_NAME.test(name));
}

/** A file that was copied in a file manager comes with its name as a text, or with none. */
export function isNamesOnly(text: string, files: readonly Pick<FileFacts, 'name'>[]): boolean {
  const names = new Set(['', ...files.map(({ name }) => name)]);
  return text.split(/[\r\n]+/).every((line) => names.has(line.trim()));
}
