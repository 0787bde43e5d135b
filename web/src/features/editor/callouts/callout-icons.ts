/** The icon of each kind of callout. */
import { CircleAlert, Info, Lightbulb, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { CalloutKind } from '../markdown/callouts.ts';

export const CALLOUT_ICONS: Readonly<Record<CalloutKind, LucideIcon>> = {
  note: Info,
  tip: Lightbulb,
  important: CircleAlert,
  warning: TriangleAlert,
  caution: OctagonAlert,
};
