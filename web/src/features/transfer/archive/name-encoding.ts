/**
 * How the names in an archive (ZIP) are encoded. Many programs of Windows write them in the encoding of the machine and do
 * not say which, so all names of the archive together decide it.
 */

export interface NameEncoding {
  /** As `TextDecoder` calls it; `cp437` is what the format of ZIP says. */
  readonly label: string;
  /** As people choose it. */
  readonly name: string;
}

interface Known extends NameEncoding {
  /** As the detector calls it. */
  readonly detected: readonly string[];
}

/** The encodings of old Windows and DOS, which the detector tells apart. */
const TOLD: readonly Known[] = [
  { label: 'cp437', name: 'Western European (DOS)', detected: ['cp437'] },
  { label: 'gb18030', name: 'Chinese, simplified (GBK)', detected: ['GB18030'] },
  { label: 'big5', name: 'Chinese, traditional (Big5)', detected: ['Big5'] },
  { label: 'shift_jis', name: 'Japanese (Shift JIS)', detected: ['CP932', 'SHIFT_JIS'] },
  { label: 'euc-kr', name: 'Korean (EUC-KR)', detected: ['CP949', 'EUC-KR'] },
  { label: 'ibm866', name: 'Cyrillic (DOS)', detected: ['IBM866'] },
  { label: 'windows-1251', name: 'Cyrillic (Windows)', detected: ['Windows-1251'] },
];
/** Rarely in archives, and like the first of the others: a person may choose them. */
const OTHERS: readonly Known[] = [
  { label: 'windows-1252', name: 'Western European (Windows)', detected: ['Windows-1252'] },
  { label: 'windows-1250', name: 'Central European (Windows)', detected: ['Windows-1250'] },
];

// `TextDecoder` does not know it.
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

// Measured on archives of one to three names in each encoding: below, every second guess is wrong.
const LEAST_CONFIDENCE = 0.01;
const LEAST_LEAD = 2.5;

export interface EncodingGuess {
  /** The encodings that the names may be in, the likeliest first. */
  readonly choices: readonly NameEncoding[];
  /** Whether the first of them is much likelier than the others. */
  readonly isSure: boolean;
}

/** @param names as bytes, those in ASCII left out */
export async function guessEncoding(names: readonly Uint8Array[]): Promise<EncodingGuess> {
  // Its models of languages are large, and few archives need them.
  const { detectAll } = await import('jschardet');
  const confidence = new Map<string, number>();
  for (const { encoding, confidence: found } of detectAll(joined(names)))
    if (encoding !== null) confidence.set(encoding, found);
  const likely = ({ detected }: Known) => Math.max(0, ...detected.map((name) => confidence.get(name) ?? 0));
  const possible = [...TOLD, ...OTHERS].filter(({ label }) => names.every((name) => canDecode(name, label)));
  const takesNames = ({ label }: Known) => Number(names.some((name) => takesName(name, label)));
  const told = TOLD.filter((known) => possible.includes(known)).toSorted(
    (a, b) => takesNames(a) - takesNames(b) || likely(b) - likely(a),
  );
  const [first, second] = told;
  const isSure =
    first !== undefined &&
    likely(first) >= LEAST_CONFIDENCE &&
    likely(first) >= LEAST_LEAD * (second ? likely(second) : 0);
  return { choices: [...told, ...possible.filter((known) => !told.includes(known))], isSure };
}

export function decodeName(name: Uint8Array, label: string): string {
  if (label !== 'cp437') return new TextDecoder(label).decode(name);
  return Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('');
}

export function isUtf8(name: Uint8Array): boolean {
  return canDecode(name, 'utf-8');
}

/**
 * Letters of two bytes are no proof: `图片` in GBK reads `ͼƬ`. Two letters of three bytes are, which come of other encodings once in
 * thousands of names.
 */
export function isSurelyUtf8(name: Uint8Array): boolean {
  return isUtf8(name) && name.filter((byte) => byte >= 0xe0).length >= 2;
}

function canDecode(name: Uint8Array, label: string): boolean {
  if (label === 'cp437') return true;
  try {
    new TextDecoder(label, { fatal: true }).decode(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a page is left without a name: in `ソ.md` of Shift JIS the last byte in front of the ending is a backslash elsewhere. */
function takesName(name: Uint8Array, label: string): boolean {
  return /(?:^|[/\\])\.\w+$/.test(decodeName(name, label));
}

function joined(names: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(names.reduce((length, name) => length + name.length + 1, 0));
  let end = 0;
  for (const name of names) {
    all.set(name, end);
    end += name.length;
    all[end++] = 0x0a;
  }
  return all;
}
