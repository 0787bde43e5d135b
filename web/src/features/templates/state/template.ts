/** A text to start pages from: one that comes with the app, or one that the workspace made. */
import type { LucideIcon } from 'lucide-react';

export interface Template {
  /** Names it among all. */
  readonly key: string;
  readonly name: string;
  /** The name of a page that is made from it, before its variables are filled in. */
  readonly pageName: string;
  readonly description: string;
  /** An emoji, or the picture of one of ours. */
  readonly icon: string | LucideIcon | null;
}

export interface BuiltInTemplate extends Template {
  readonly isOwn: false;
  readonly content: string;
}

/** A template of the workspace's own. Its text is read when it is shown. */
export interface OwnTemplate extends Template {
  readonly isOwn: true;
  readonly icon: string | null;
  readonly id: string;
  readonly createdBy: string | null;
  readonly orderIndex: number;
  /** Its version, which an edit is based on. */
  readonly updatedAt: string;
}

export type AnyTemplate = OwnTemplate | BuiltInTemplate;

/** A page that begins: its name and its text. */
export interface StartedPage {
  readonly name: string;
  readonly content: string;
}
