/** The icon of each kind of callout. */
import {
  Bug,
  Check,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  ClipboardList,
  Info,
  Lightbulb,
  List,
  type LucideIcon,
  OctagonAlert,
  Quote,
  TriangleAlert,
  X,
  Zap,
} from 'lucide-react';
import type { CalloutKind } from '../../../../../../markdown/src/kinds/callout/syntax.ts';

export const CALLOUT_ICONS: Readonly<Record<CalloutKind, LucideIcon>> = {
  note: Info,
  abstract: ClipboardList,
  info: Info,
  todo: CircleCheck,
  tip: Lightbulb,
  success: Check,
  important: CircleAlert,
  example: List,
  question: CircleQuestionMark,
  warning: TriangleAlert,
  caution: OctagonAlert,
  failure: X,
  danger: Zap,
  bug: Bug,
  quote: Quote,
};
