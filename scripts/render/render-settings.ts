/** Writes what operators read about their settings, from the declarations of the server. */
import { listSettings, type Setting } from '../../server/src/config/setting.ts';
import { SECRET_SETTINGS, SETTINGS } from '../../server/src/config/settings.ts';

const LINE_LENGTH = 118;

const all = listSettings({ ...SETTINGS, ...SECRET_SETTINGS });

/** @returns docs/settings.md */
export function renderSettings(): string {
  const rows = all.map(({ variable, kind, description: { about, default: text, otherwise } }) => [
    `\`${variable}\``,
    otherwise ?? (text === '' ? 'none' : `\`${text}\``),
    kind.form === 'any text' ? '' : kind.form.replaceAll(/[*<]/g, '\\$&'),
    about.replaceAll(/docs\/(\w+\.md)/g, '[$1]($1)'),
  ]);
  const table = [['variable', 'default', 'allowed', 'meaning'], ['---', '---', '---', '---'], ...rows];
  return `<!-- Made by \`npm run generate\` from server/src/config/settings.ts. Do not edit. -->

# Settings

Settings are environment variables, or lines of a file \`.env\`, which \`npm start\` reads. All are optional, and an empty one
counts as not set. A wrong value is refused at the start, in a sentence that names it. [.env.example](../.env.example) lists
them with their defaults: copy it.

${table.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;
}

/** @returns .env.example */
export function renderEnvExample(): string {
  const head = wrap(
    'Every setting is optional; these are the defaults, or examples where there is none. Copy this to .env, take the # away from what you set, and `npm start` reads it. The environment takes precedence over the file. `npm run generate` makes this file from server/src/config/settings.ts.',
  );
  return [head, ...all.map(exampleOf)].join('\n');
}

function exampleOf({ variable, kind, description }: Setting<unknown>): string {
  const { about, default: text, otherwise, example = '' } = description;
  const allowed = kind.form === 'any text' ? [] : [`Allowed: ${kind.form}.`];
  const without = otherwise === undefined ? [] : [`Default: ${otherwise}.`];
  // A default that stood in the file as if somebody had chosen it would win over the environment of a service.
  return `${wrap([about, ...allowed, ...without].join(' '))}# ${variable}=${quoted(text || example)}\n`;
}

function quoted(text: string): string {
  return /[\s<>#]/.test(text) ? `"${text}"` : text;
}

/** @returns the text as comment lines */
function wrap(text: string): string {
  let [line, lines] = ['#', ''];
  for (const word of text.replaceAll('`', '').split(' ')) {
    if (`${line} ${word}`.length > LINE_LENGTH) {
      lines += `${line}\n`;
      line = '#';
    }
    line += ` ${word}`;
  }
  return `${lines}${line}\n`;
}
