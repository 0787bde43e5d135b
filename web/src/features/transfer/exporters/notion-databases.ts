/**
 * A database of Notion is a table in its export, beside a folder with a page for each row. Here it becomes a page with the table
 * in its text, whose rows lead to their pages, and what a page says of itself becomes its front matter.
 */
import { Document } from 'yaml';
import { encodePath } from '../links/markdown-links.ts';
import { stemOf } from '../plan/exporter.ts';
import type { TextFile } from '../plan/page-tree.ts';
import { safeFileName } from '../texts/file-names.ts';
import { withoutHeading } from '../texts/leading-heading.ts';
import { splitNotionName } from '../texts/notion-names.ts';
import { readCsv } from './csv.ts';

const ALL_ROWS = /_all(?=\.csv$)/i;
const MARKDOWN = /\.(md|markdown)$/i;

/**
 * @param tables the CSV files
 * @returns the pages, those of the databases and of rows without a page of their own among them
 */
export function readDatabases(tables: readonly TextFile[], pages: readonly TextFile[]): TextFile[] {
  const byFolder = Map.groupBy(pages, ({ path }) => path.slice(0, -1).join('/'));
  const changed = new Map<TextFile, TextFile>();
  const made: TextFile[] = [];
  for (const table of wholeTables(tables)) {
    const [header = [], ...rows] = readCsv(table.text);
    const around = table.path.slice(0, -1);
    const stem = stemOf(table.path);
    const folders = [stem, splitNotionName(stem).name];
    const folder = folders.find((name) => byFolder.has([...around, name].join('/'))) ?? stem;
    const waiting = [...(byFolder.get([...around, folder].join('/')) ?? [])];
    const lines = rows.map((cells) => {
      const [title = ''] = cells;
      const at = waiting.findIndex((page) => isCalled(page, title));
      const [found] = at < 0 ? [] : waiting.splice(at, 1);
      const page = found ?? emptyPage([...around, folder], title, made);
      if (found) changed.set(found, withProperties(found, header));
      else made.push(page);
      const address = encodePath([folder, page.path.at(-1) ?? '']);
      return lineOf(
        [`[${escapeCell(title) || 'Untitled'}](${address})`, ...cells.slice(1).map(linked)],
        header,
      );
    });
    made.push({
      path: table.path,
      text: [lineOf(header.map(escapeCell), header), ruleOf(header), ...lines, ''].join('\n'),
    });
  }
  return [...pages.map((page) => changed.get(page) ?? page), ...made];
}

/** Newer exports have a table of the view that was open and one with all rows. */
function wholeTables(tables: readonly TextFile[]): TextFile[] {
  const byPlace = Map.groupBy(tables, ({ path }) => path.join('/').replace(ALL_ROWS, '').toLowerCase());
  return [...byPlace.values()].flatMap((same) => {
    const whole = same.find(({ path }) => ALL_ROWS.test(path.at(-1) ?? '')) ?? same[0];
    if (!whole) return [];
    const name = (whole.path.at(-1) ?? '').replace(ALL_ROWS, '');
    return [{ ...whole, path: [...whole.path.slice(0, -1), name] }];
  });
}

function isCalled({ path, text }: TextFile, title: string): boolean {
  const { heading } = withoutHeading(text);
  return (heading ?? splitNotionName(stemOf(path)).name) === title.trim();
}

function emptyPage(folder: readonly string[], title: string, made: readonly TextFile[]): TextFile {
  const taken = new Set(made.map(({ path }) => path.join('/')));
  const wished = safeFileName(title);
  let name = wished;
  for (let number = 2; taken.has([...folder, `${name}.md`].join('/')); number++)
    name = `${wished} (${number})`;
  return { path: [...folder, `${name}.md`], text: '', name: title.trim() };
}

/** Below the heading stand lines such as `Status: Done`, one for each of the table's columns that the row has. */
function withProperties(page: TextFile, header: readonly string[]): TextFile {
  const { heading, rest } = withoutHeading(page.text);
  if (heading === undefined || !MARKDOWN.test(page.path.at(-1) ?? '')) return page;
  const known = new Set(header);
  const properties: Record<string, string> = {};
  const lines = rest.split('\n');
  let count = 0;
  for (const line of lines) {
    const [, key = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line.trimEnd()) ?? [];
    // It stays a link of the text if it leads to a page or a file.
    if (!known.has(key) || Object.hasOwn(properties, key) || /\]\(|\.\w{2,4}\)?$/.test(value)) break;
    properties[key] = value;
    count++;
  }
  if (count === 0) return page;
  const matter = new Document(properties).toString({ lineWidth: 0 });
  const text = lines
    .slice(count)
    .join('\n')
    .replace(/^\s*\n/, '');
  return { ...page, name: heading, text: `---\n${matter}---\n\n${text}` };
}

/** A relation is written as `Name (Folder/Name%20id.md)`, several with commas between them. */
function linked(cell: string): string {
  const parts = cell.split(/(?<=\.md\)), /);
  const written = parts.map((part) => {
    const [, name, address] = /^(.+) \(([^()\s]+\.md)\)$/s.exec(part) ?? [];
    return name === undefined ? escapeCell(part) : `[${escapeCell(name)}](${address})`;
  });
  return written.join(', ');
}

function lineOf(cells: readonly string[], header: readonly string[]): string {
  return `| ${header.map((_, at) => cells[at] ?? '').join(' | ')} |`;
}

function ruleOf(header: readonly string[]): string {
  return `| ${header.map(() => '---').join(' | ')} |`;
}

function escapeCell(cell: string): string {
  return cell
    .trim()
    .replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`)
    .replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
