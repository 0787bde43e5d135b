/** Who sees a page, in a word and a sentence: wherever it is said or chosen. */
import { Globe, Lock, type LucideIcon, Users } from 'lucide-react';

export type Visibility = 'private' | 'workspace' | 'public';

export interface VisibilityWords {
  readonly value: Visibility;
  readonly name: string;
  readonly meaning: string;
  readonly icon: LucideIcon;
}

export const VISIBILITIES: readonly VisibilityWords[] = [
  { value: 'private', name: 'Private', meaning: 'Only you can see this page', icon: Lock },
  {
    value: 'workspace',
    name: 'Workspace',
    meaning: 'Anyone in your workspace can see this page',
    icon: Users,
  },
  { value: 'public', name: 'Public', meaning: 'Anyone with the link can see this page', icon: Globe },
];
