/**
 * The types that a file may have, and how the bytes of those begin that browsers show in place: pictures, films, sounds and
 * PDF. A file of any other type is only ever a download, so nothing depends on its bytes.
 */

interface Shown {
  /** In hexadecimal. */
  readonly beginning: RegExp;
  /** The first one is that of a file whose own word does not count; the others go with the same bytes. */
  readonly types: readonly [string, ...string[]];
}

export const SHOWN: readonly Shown[] = [
  { beginning: /^89504e470d0a1a0a/, types: ['image/png', 'image/apng'] },
  { beginning: /^ffd8ff/, types: ['image/jpeg', 'image/jpg', 'image/pjpeg'] },
  { beginning: /^474946383[79]61/, types: ['image/gif'] },
  { beginning: /^52494646.{8}57454250/, types: ['image/webp'] },
  { beginning: /^424d/, types: ['image/bmp', 'image/x-ms-bmp'] },
  { beginning: /^00000[12]00/, types: ['image/x-icon', 'image/vnd.microsoft.icon'] },
  { beginning: /^(49492a00|4d4d002a)/, types: ['image/tiff'] },
  // ISO base media ("ftyp") of the brands avif, avis, hei?, hev?, mif1 and msf1, then of any other.
  { beginning: /^.{8}66747970(61766966|61766973)/, types: ['image/avif'] },
  {
    beginning: /^.{8}66747970(686569..|686576..|6d696631|6d736631)/,
    types: ['image/heic', 'image/heif', 'image/avif'],
  },
  {
    beginning: /^.{8}66747970/,
    types: [
      'video/mp4',
      'audio/mp4',
      'audio/x-m4a',
      'video/x-m4v',
      'video/quicktime',
      'video/3gpp',
      'video/3gpp2',
      'audio/3gpp',
    ],
  },
  // Films of QuickTime that begin with one of their older parts: moov, mdat, wide or free.
  { beginning: /^.{8}(6d6f6f76|6d646174|77696465|66726565)/, types: ['video/quicktime', 'video/mp4'] },
  {
    beginning: /^1a45dfa3/,
    types: ['video/webm', 'audio/webm', 'video/x-matroska', 'audio/x-matroska', 'video/matroska'],
  },
  { beginning: /^4f676753/, types: ['audio/ogg', 'video/ogg', 'audio/opus'] },
  // An ID3 tag may stand in front of several kinds of sound.
  { beginning: /^494433/, types: ['audio/mpeg', 'audio/mp3', 'audio/aac', 'audio/flac', 'audio/x-flac'] },
  { beginning: /^ff(f[2-5a-d]|e[23])/, types: ['audio/mpeg', 'audio/mp3'] },
  { beginning: /^fff[0189]/, types: ['audio/aac', 'audio/aacp', 'audio/x-aac'] },
  {
    beginning: /^52494646.{8}57415645/,
    types: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  },
  { beginning: /^52494646.{8}41564920/, types: ['video/x-msvideo', 'video/avi', 'video/vnd.avi'] },
  { beginning: /^664c6143/, types: ['audio/flac', 'audio/x-flac'] },
  { beginning: /^464f524d.{8}41494646/, types: ['audio/aiff', 'audio/x-aiff'] },
  { beginning: /^4d546864/, types: ['audio/midi', 'audio/mid', 'audio/x-midi'] },
  { beginning: /^2321414d52/, types: ['audio/amr'] },
  { beginning: /^000001b[a3]/, types: ['video/mpeg'] },
  {
    beginning: /^3026b2758e66cf11/,
    types: ['video/x-ms-wmv', 'audio/x-ms-wma', 'video/x-ms-asf'],
  },
  // Readers look for the beginning of a PDF in the first kilobyte.
  { beginning: /^(..)*?255044462d/, types: ['application/pdf'] },
];

export const UNKNOWN = 'application/octet-stream';

const BY_KIND: Readonly<Record<string, string>> = {
  text: 'plain csv tab-separated-values markdown x-markdown html css xml yaml javascript calendar vcard rtf vtt',
  image: 'svg+xml',
  font: 'woff woff2 ttf otf collection',
  model: 'gltf+json gltf-binary stl obj 3mf',
  application: `octet-stream json ld+json geo+json xml xhtml+xml javascript yaml toml sql rtf postscript epub+zip wasm
    zip x-zip-compressed gzip x-gzip x-tar x-7z-compressed vnd.rar x-bzip2 zstd java-archive vnd.sqlite3 x-sqlite3
    msword vnd.ms-excel vnd.ms-powerpoint vnd.ms-outlook vnd.visio vnd.apple.pages vnd.apple.numbers vnd.apple.keynote
    vnd.openxmlformats-officedocument.wordprocessingml.document vnd.openxmlformats-officedocument.spreadsheetml.sheet
    vnd.openxmlformats-officedocument.presentationml.presentation vnd.oasis.opendocument.text
    vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.presentation vnd.oasis.opendocument.graphics
    vnd.oasis.opendocument.formula gpx+xml vnd.google-earth.kml+xml`,
};

/**
 * Types that a page could load as a script, a style or a module, where its policy names the origin of the files. They are kept, and a file
 * is sent without its type.
 */
export const ACTIVE: ReadonlySet<string> = new Set([
  'text/javascript',
  'application/javascript',
  'text/css',
  'application/wasm',
]);

/** Browsers save files of these types, and never show them. */
export const DOWNLOADED: ReadonlySet<string> = new Set(
  Object.entries(BY_KIND).flatMap(([kind, names]) => names.split(/\s+/).map((name) => `${kind}/${name}`)),
);
