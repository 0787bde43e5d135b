/** Page names as names of files that Windows, macOS and Linux all take. */
import { cutText } from './cut-text.ts';

// Beside each other in deep folders, names still have to fit into the 260 characters that Windows gives a whole path.
const LONGEST_CHARACTERS = 60;
const LONGEST_BYTES = 180;
// Besides what disks refuse: what nobody sees in a name, and what turns its letters around. Joined emoji and the half-space of
// Persian are made with invisible letters, too, and stay.
const FORBIDDEN =
  /[<>:"/\\|?*\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Cc}|\p{Cs}/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** @returns a name without an extension; never empty */
export function safeFileName(name: string): string {
  const plain = name.normalize('NFC').replace(/\s+/g, ' ').replace(FORBIDDEN, '-');
  // Hidden where names begin with a dot; Windows drops dots and spaces at the end.
  const trimmed = cutText(plain.replace(/^[.\s]+/, ''), LONGEST_CHARACTERS, LONGEST_BYTES).replace(
    /[.\s]+$/,
    '',
  );
  if (trimmed === '') return 'Untitled';
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
}

/**
 * @param taken the names given in this folder so far, as this function keeps them; grows
 * @returns the name, numbered when it is taken: upper and lower case are the same file on many disks
 */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let number = 2; taken.has(asDisksCompare(unique)); number++) unique = `${name} (${number})`;
  taken.add(asDisksCompare(unique));
  return unique;
}

function asDisksCompare(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFC');
}
