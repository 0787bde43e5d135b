/**
 * `THIRD-PARTY.md`: the packages that Trellis runs with, and their licenses, from package-lock.json. Every license must be one that
 * somebody has looked at, so a new kind stops the making.
 */
import lock from '../../package-lock.json' with { type: 'json' };

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

interface Package {
  readonly name: string;
  readonly license: string;
}

/** They ask for their notice to be kept, which `npm ci` does: each package lies in `node_modules` with its own. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
];

/** Those that ask for more, each with what it asks for and how that is kept. */
const PARTICULAR: Readonly<Record<string, string>> = {
  'LGPL-3.0-or-later': `libvips and the libraries within it (glib, pango, librsvg, fribidi and others), which [sharp](https://sharp.pixelplumbing.com) makes
variants of pictures with. They are used unchanged, as shared libraries that Trellis loads at run time and that can be
replaced by others of the same interface. Their README in \`node_modules/@img\` names each library with its license. Sources and how they
are built: <https://github.com/lovell/sharp-libvips>.`,
  'Apache-2.0 AND LGPL-3.0-or-later': 'sharp for Windows, with the same libraries.',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'sharp for WebAssembly, with the same libraries.',
  'EPL-2.0 OR GPL-3.0-or-later': `elkjs, which arranges diagrams in the web app, used unchanged under the Eclipse Public License 2.0. Sources:
<https://github.com/kieler/elkjs>.`,
  '(MPL-2.0 OR Apache-2.0)': 'DOMPurify, used under the Apache License 2.0.',
  'OFL-1.1': `The typeface Inter, by The Inter Project Authors (<https://github.com/rsms/inter>), under the SIL Open Font License 1.1. The web app
sends it unchanged.`,
};

/** Those whose package.json does not say it in today's way; their readmes do. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  'combine-errors': 'MIT',
  format: 'MIT',
  khroma: 'MIT',
};

/** @throws {Error} when a package has a license that is not among those above */
export function renderThirdParty(locked: Readonly<Record<string, Locked>> = lock.packages): string {
  const packages = productionPackages(locked);
  const kinds = [...Map.groupBy(packages, ({ license }) => license)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const particular = kinds
    .filter(([license]) => PARTICULAR[license] !== undefined)
    .map(
      ([license, own]) =>
        `- **${license.replaceAll(/[()]/g, '')}**: ${PARTICULAR[license]}\n  (${listOf(own)})`,
    );
  const permissive = kinds
    .filter(([license]) => PERMISSIVE.includes(license))
    .map(([license, own]) => `**${license}**: ${listOf(own)}`);
  return `# Software of others

<!-- Made by \`npm run generate\` from package-lock.json. -->

Trellis is under the [MIT license](LICENSE). It runs with the packages below, which \`npm ci\` brings from the registry, each with its own
license beside it in \`node_modules\`; \`package-lock.json\` has their versions. Some are for one platform only. The web app that \`npm run build\` makes has parts of those that run in
the browser, with their licenses at \`/licenses.txt\`, and the files \`page-icons.generated.*\` have shapes of lucide. The list of emojis
comes from emojibase-data, by Miles Johnson, under the MIT license.

If you pass on a folder with \`node_modules\`, or an image made of it, leave these licenses in it, and pass on this file.

## Licenses with conditions of their own

${particular.join('\n').replaceAll('\n', '\n  ').replaceAll('\n  - **', '\n- **').replaceAll('\n    (', '\n  (')}

## Licenses that ask for their notice alone, or for nothing

${permissive.join('\n\n')}
`;
}

function productionPackages(locked: Readonly<Record<string, Locked>>): Package[] {
  const found = Object.entries(locked).flatMap(([place, { version, license, dev, devOptional, link }]) => {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? [];
    if (name === undefined || version === undefined || dev || devOptional || link) return [];
    const known = license ?? TOLD_ELSEWHERE[name] ?? 'none';
    if (!PERMISSIVE.includes(known) && PARTICULAR[known] === undefined)
      throw new Error(
        `The license of ${name} is ${known}: look at it, and note it in scripts/render/render-third-party.ts.`,
      );
    return [{ name, license: known }];
  });
  const each = new Map(found.map((one) => [`${one.name} ${one.license}`, one]));
  return [...each.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function listOf(packages: readonly Package[]): string {
  return packages.map(({ name }) => name).join(', ');
}
