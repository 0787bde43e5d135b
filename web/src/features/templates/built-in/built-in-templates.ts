/** The templates that come with the app. Their texts load with this module, which only what shows templates imports. */
import {
  CalendarCheck,
  Hand,
  History,
  ListOrdered,
  MessagesSquare,
  NotebookPen,
  Ruler,
  Scale,
  Siren,
  Target,
} from 'lucide-react';
import type { BuiltInTemplate } from '../state/template.ts';
import decisionRecord from './decision-record.md?raw';
import howTo from './how-to.md?raw';
import incidentReport from './incident-report.md?raw';
import meetingNotes from './meeting-notes.md?raw';
import onboarding from './onboarding.md?raw';
import oneOnOne from './one-on-one.md?raw';
import productSpec from './product-spec.md?raw';
import projectBrief from './project-brief.md?raw';
import retrospective from './retrospective.md?raw';
import weeklyReview from './weekly-review.md?raw';

/** The likeliest first. */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  builtIn({
    key: 'meeting-notes',
    icon: NotebookPen,
    name: 'Meeting notes',
    pageName: 'Meeting notes, {{date}}',
    description: 'Agenda, notes, decisions, and who does what until when.',
    content: meetingNotes,
  }),
  builtIn({
    key: 'project-brief',
    icon: Target,
    name: 'Project brief',
    description: 'Why a project exists, what it delivers, and how we will know that it worked.',
    content: projectBrief,
  }),
  builtIn({
    key: 'weekly-review',
    icon: CalendarCheck,
    name: 'Weekly review',
    pageName: 'Weekly review, {{date}}',
    description: 'What was done, what is stuck, and what comes next.',
    content: weeklyReview,
  }),
  builtIn({
    key: 'decision-record',
    icon: Scale,
    name: 'Decision record',
    description: 'A decision with its reasons, for those who ask about it in a year.',
    content: decisionRecord,
  }),
  builtIn({
    key: 'one-on-one',
    icon: MessagesSquare,
    name: 'One-on-one',
    pageName: 'One-on-one, {{date}}',
    description: 'Topics, feedback and growth, for two people who meet regularly.',
    content: oneOnOne,
  }),
  builtIn({
    key: 'retrospective',
    icon: History,
    name: 'Retrospective',
    pageName: 'Retrospective, {{date}}',
    description: 'What went well, what did not, and at most three things to change.',
    content: retrospective,
  }),
  builtIn({
    key: 'product-spec',
    icon: Ruler,
    name: 'Product spec',
    description: 'What to build, for whom, and how to tell that it is done.',
    content: productSpec,
  }),
  builtIn({
    key: 'how-to',
    icon: ListOrdered,
    name: 'How-to guide',
    description: 'Steps to a result, with what to do when one of them fails.',
    content: howTo,
  }),
  builtIn({
    key: 'incident-report',
    icon: Siren,
    name: 'Incident report',
    pageName: 'Incident, {{date}}',
    description: 'Impact, timeline, causes and prevention, without blame.',
    content: incidentReport,
  }),
  builtIn({
    key: 'onboarding',
    icon: Hand,
    name: 'Onboarding plan',
    description: 'The first day, week and month of a new colleague.',
    content: onboarding,
  }),
];

function builtIn({
  pageName,
  ...template
}: Omit<BuiltInTemplate, 'isOwn' | 'pageName'> & { readonly pageName?: string }): BuiltInTemplate {
  return { ...template, pageName: pageName ?? template.name, isOwn: false };
}
