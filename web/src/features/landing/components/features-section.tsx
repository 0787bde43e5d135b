/** The product's features, in a grid. */
import {
  Bot,
  ClipboardList,
  Globe,
  ListTree,
  LockKeyhole,
  type LucideIcon,
  PenLine,
  Plug,
  Users,
} from 'lucide-react';
import type { FeatureIcon, LandingContent } from '../landing-content.ts';
import { LandingSection } from './landing-section.tsx';

const ICONS: Record<FeatureIcon, LucideIcon> = {
  tree: ListTree,
  form: ClipboardList,
  globe: Globe,
  chatbot: Bot,
  team: Users,
  plug: Plug,
  lock: LockKeyhole,
  pen: PenLine,
};

export function FeaturesSection({ title, text, items }: LandingContent['features']) {
  return (
    <LandingSection id="features" title={title} text={text}>
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((feature) => {
          const Icon = ICONS[feature.icon];
          return (
            <li key={feature.title}>
              <span className="inline-flex size-10 items-center justify-center rounded-lg bg-accent-soft">
                <Icon aria-hidden className="size-5 text-accent" />
              </span>
              <h3 className="mt-4 text-base font-semibold">{feature.title}</h3>
              {feature.text !== '' && (
                <p className="mt-1.5 leading-relaxed text-pretty text-ink-muted">{feature.text}</p>
              )}
            </li>
          );
        })}
      </ul>
    </LandingSection>
  );
}
