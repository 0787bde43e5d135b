/** The names of the files in an archive (ZIP), in the encoding that its maker wrote them in. */
import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { decodeName, guessEncoding, isSurelyUtf8, isUtf8, type NameEncoding } from './name-encoding.ts';

export interface EncodingQuestion {
  readonly archive: string;
  /** The likeliest first, each with how it reads some of the names. */
  readonly choices: readonly (NameEncoding & { readonly samples: readonly string[] })[];
}

/**
 * Asks a person who sees which one reads right.
 * @returns the label of a choice
 */
export type AskEncoding = (question: EncodingQuestion) => Promise<string>;

export interface EntryNames {
  nameOf(entry: FileEntry): string;
  /** The encoding, where the archive does not say it. */
  readonly told: NameEncoding | undefined;
}

const SAMPLES = 3;

export async function readEntryNames(
  archive: string,
  entries: readonly FileEntry[],
  ask: AskEncoding,
): Promise<EntryNames> {
  const unsaid = entries.filter(isUnsaid);
  if (unsaid.every(({ rawFilename }) => isUtf8(rawFilename)))
    return { nameOf: ({ filename }) => filename, told: undefined };
  // Two programs may have written into one archive.
  const others = new Set(unsaid.filter(({ rawFilename }) => !isSurelyUtf8(rawFilename)));
  const { choices, isSure } = await guessEncoding([...others].map(({ rawFilename }) => rawFilename));
  const samples = [...others].slice(0, SAMPLES);
  const label =
    isSure || choices.length === 1
      ? choices[0]?.label
      : await ask({
          archive,
          choices: choices.map((choice) => ({
            ...choice,
            samples: samples.map(({ rawFilename }) => decodeName(rawFilename, choice.label)),
          })),
        });
  const told = choices.find((choice) => choice.label === label);
  return {
    nameOf: (entry) =>
      told && others.has(entry) ? decodeName(entry.rawFilename, told.label) : entry.filename,
    told,
  };
}

/**
 * Neither the flag of UTF-8 nor the field of Info-ZIP says how the name is encoded, and it is not ASCII. Some programs set the flag
 * and write the encoding of their machine.
 */
function isUnsaid({ bitFlag, extraFieldUnicodePath, rawFilename }: FileEntry): boolean {
  return (
    !(bitFlag?.languageEncodingFlag && isUtf8(rawFilename)) &&
    !extraFieldUnicodePath?.valid &&
    rawFilename.some((byte) => byte >= 0x80)
  );
}
