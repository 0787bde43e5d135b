/** A screen's caret, as it tells the others. Everyone who may write the page can send anything in its place. */
import * as Y from 'yjs';
import { type PageTexts, TEXT_FIELDS } from '../words/page-texts.ts';

/** As it travels. The positions are Yjs's relative ones, as JSON: they stay at their letters. */
export interface ToldCaret {
  /** One open screen; a person may have several. */
  readonly screen: string;
  readonly userId: string;
  /** The text that has the caret; undefined while none of them has. */
  readonly field: keyof PageTexts | undefined;
  readonly anchor: string;
  readonly head: string;
}

export interface HeardCaret {
  readonly screen: string;
  readonly userId: string;
  readonly place: HeardPlace | undefined;
}

export interface HeardPlace {
  readonly field: keyof PageTexts;
  readonly anchor: Y.RelativePosition;
  readonly head: Y.RelativePosition;
}

const LONGEST_ID = 64;
const LONGEST_POSITION = 200;

/** @returns undefined for a message that says of no caret where it is */
export function readCaret(message: unknown): HeardCaret | undefined {
  if (!isRecord(message)) return undefined;
  const { screen, userId, field, anchor, head } = message;
  if (!isText(screen, LONGEST_ID) || !isText(userId, LONGEST_ID)) return undefined;
  if (field === undefined) return { screen, userId, place: undefined };
  const known = TEXT_FIELDS.find((text) => text === field);
  const [from, to] = known ? [readPosition(anchor, known), readPosition(head, known)] : [];
  return known && from && to && { screen, userId, place: { field: known, anchor: from, head: to } };
}

/** Takes the text's name and the letter's id out of it, and nothing else. */
function readPosition(json: unknown, field: keyof PageTexts): Y.RelativePosition | undefined {
  const position = isText(json, LONGEST_POSITION) && parse(json);
  if (!isRecord(position) || position.tname !== field) return undefined;
  if (position.item === null) return Y.createRelativePositionFromJSON({ tname: field });
  if (!isRecord(position.item)) return undefined;
  const { client, clock } = position.item;
  if (!isCount(client) || !isCount(clock)) return undefined;
  return Y.createRelativePositionFromJSON({ tname: field, item: { client, clock } });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
