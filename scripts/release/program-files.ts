/**
 * The server's sources as a release has them. Node.js runs no TypeScript below node_modules, where npm puts a package, so
 * that types are taken away here: each line stays where it was, and an error names the same line as in the sources.
 */
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const PROGRAMS = [
  'server/src',
  'markdown/src',
  'supabase/functions',
  'supabase/migrations',
  'supabase/config.toml',
];
const LEFT_OUT = /\.(?:test|d)\.ts$|\.snap$|\/package\.json$/;
const RELATIVE_SOURCE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** @returns how many files were copied */
export async function copyPrograms(root: string, target: string): Promise<number> {
  const files = PROGRAMS.flatMap((place) =>
    globSync([place, `${place}/**/*`], { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ).filter((file) => !LEFT_OUT.test(file) && !file.includes('node_modules'));
  for (const file of files) {
    const copy = path.join(target, file.replace(/\.ts$/, '.js'));
    await mkdir(path.dirname(copy), { recursive: true });
    if (!file.endsWith('.ts')) await cp(path.join(root, file), copy);
    else await writeFile(copy, toJavaScript(await readFile(path.join(root, file), 'utf8')));
  }
  return files.length;
}

/** @param source a module in TypeScript that Node.js runs as it is */
export function toJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(RELATIVE_SOURCE, '$1$2.js$1');
}
