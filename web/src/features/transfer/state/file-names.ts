/** Page names as names of files that Windows, macOS and Linux all take. */

// Beside each other in deep folders, names still have to fit into the 260 characters that Windows gives a whole path.
const LONGEST_CHARACTERS = 60;
const LONGEST_BYTES = 180;
const FORBIDDEN = /[<>:"/\\|?*]|\p{C}/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** @returns a name without an extension; never empty */
export function safeFileName(name: string): string {
  const plain = name.normalize('NFC').replace(/\s+/g, ' ').replace(FORBIDDEN, '-');
  // Hidden where names begin with a dot; Windows drops dots and spaces at the end.
  const trimmed = cut(plain.replace(/^[.\s]+/, '')).replace(/[.\s]+$/, '');
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

function cut(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = '';
  for (const character of [...name].slice(0, LONGEST_CHARACTERS)) {
    bytes += encoder.encode(character).length;
    if (bytes > LONGEST_BYTES) break;
    kept += character;
  }
  return kept;
}
