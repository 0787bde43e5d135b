/** Whether an answer is what was asked for: the same for every contestant, so that all do the same work. */
import type { Operation } from '../contestants/contestant.ts';
import { MEMBERS, PAGE_CHARACTERS, PAGES, TREE_PAGES } from '../dataset/data-set.ts';

/** @param written the text that was saved or the name of what was made; undefined for what only reads */
export type Check = (operation: Operation, answer: string, written: string | undefined) => void;

const UPDATED_AT = '"updated_at":"';

/**
 * @returns the `updated_at` of the one page in an answer
 * @throws {Error} when the answer has none
 */
export function versionOf(answer: string): string {
  // Found by its name, as reading the whole JSON would measure this side of the connection.
  const start = answer.lastIndexOf(UPDATED_AT) + UPDATED_AT.length;
  const end = answer.indexOf('"', start);
  if (start < UPDATED_AT.length || end < 0) throw new Error(`No page in the answer: ${answer.slice(0, 200)}`);
  return answer.slice(start, end);
}

/** @throws {Error} saying what is wrong */
export const checkAnswer: Check = (operation, answer, written) => {
  const rows = [JSON.parse(answer) as Row | Row[]].flat();
  switch (operation) {
    case 'page read':
    case 'page save':
      return checkPage(operation, rows, written);
    case 'page create':
      return checkNewPage(rows, written);
    case 'tree of 500':
      return checkTree(operation, rows, PAGES);
    case 'tree of 10,000':
      return checkTree(operation, rows, TREE_PAGES);
    case 'members':
      return checkMembers(rows);
  }
};

type Row = Readonly<Record<string, unknown>>;

const TREE_COLUMNS = 'id,parent_id,name,order_index,created_at,visibility,notion_page_id,look';

function checkNewPage(rows: readonly Row[], name: string | undefined): void {
  const [page] = rows;
  if (rows.length !== 1 || Object.keys(page ?? {}).join() !== TREE_COLUMNS || page?.name !== name)
    throw new Error(`Wrong answer to page create: ${JSON.stringify(rows).slice(0, 200)}`);
}

function checkMembers(rows: readonly Row[]): void {
  const complete = rows.every(
    ({ user_id, user_profiles: profile }) => (profile as Row | null)?.id === user_id,
  );
  if (rows.length !== MEMBERS || !complete)
    throw new Error(`Wrong answer to members: ${rows.length} rows: ${JSON.stringify(rows).slice(0, 200)}`);
}

function checkPage(operation: Operation, rows: readonly Row[], content?: string): void {
  const [page] = rows;
  const complete =
    rows.length === 1 &&
    page !== undefined &&
    Object.keys(page).join() === 'name,description,content,updated_at' &&
    String(page.content).length === PAGE_CHARACTERS &&
    (content === undefined || page.content === content);
  if (!complete) throw new Error(`Wrong answer to ${operation}: ${JSON.stringify(rows).slice(0, 200)}`);
}

function checkTree(operation: Operation, rows: readonly Row[], pages: number): void {
  const sorted = rows.every((row, index) => index === 0 || !isBefore(row, rows[index - 1]));
  const columns = Object.keys(rows[0] ?? {}).join();
  if (rows.length !== pages || columns !== TREE_COLUMNS || !sorted)
    throw new Error(`Wrong answer to ${operation}: ${rows.length} rows of ${columns}, sorted: ${sorted}`);
}

function isBefore(row: Row, other: Row | undefined): boolean {
  const [parent, otherParent] = [String(row.parent_id ?? ''), String(other?.parent_id ?? '')];
  if (parent !== otherParent) return parent < otherParent;
  return Number(row.order_index) < Number(other?.order_index);
}
