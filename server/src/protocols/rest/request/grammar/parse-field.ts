/** Names, quoted names and JSON paths: the leaves of every parameter's grammar. */
import type { Scanner } from './scanner.ts';
import type { Field, JsonStep } from './syntax.ts';

const IDENTIFIER = /[\p{L}\d_ $]+/uy;
// A dash belongs to the name unless it begins an arrow.
const NAME = /[\p{L}\d_ $]+(?:-(?!>)[\p{L}\d_ $]+)*/uy;
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;
const JSON_INDEX = /-?\d+(?=->|::|[.,)]|$)/uy;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/uy;

/** @returns the text between double quotes, a backslash taking the next character as it is */
export function parseQuoted(scanner: Scanner): string | undefined {
  return scanner
    .match(QUOTED)
    ?.slice(1, -1)
    .replaceAll(/\\([\s\S])/gu, '$1');
}

/** Letters, digits, `_`, `$` and spaces inside, such as a type's name. */
export function parseIdentifier(scanner: Scanner): string {
  return (scanner.match(IDENTIFIER) ?? scanner.fail('letter or digit')).trim();
}

export function parseName(scanner: Scanner): string {
  const quoted = parseQuoted(scanner);
  if (quoted !== undefined) return quoted;
  return trimParts(scanner.match(NAME) ?? scanner.fail('field name (* or [a..z0..9_$])'));
}

export function parseField(scanner: Scanner): Field {
  scanner.skipSpace();
  const field = { name: parseName(scanner), path: parseJsonPath(scanner) };
  scanner.skipSpace();
  return field;
}

/** A comma-separated list of names: `columns` and `on_conflict`. */
export function parseNames(scanner: Scanner): readonly string[] {
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(parseName(scanner));
    scanner.skipSpace();
  } while (scanner.accept(','));
  return names;
}

export function parseJsonPath(scanner: Scanner): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  while (scanner.accept('->')) {
    const asText = scanner.accept('>');
    const index = scanner.match(JSON_INDEX);
    if (index !== undefined) steps.push({ asText, kind: 'index', value: index });
    else steps.push({ asText, kind: 'key', value: parseJsonKey(scanner) });
  }
  return steps;
}

function parseJsonKey(scanner: Scanner): string {
  const quoted = parseQuoted(scanner);
  if (quoted !== undefined) return quoted;
  return trimParts(
    scanner.match(JSON_KEY) ?? scanner.fail('any non reserved character different from: .,>()'),
  );
}

function trimParts(name: string): string {
  return name
    .split('-')
    .map((part) => part.trim())
    .join('-');
}
