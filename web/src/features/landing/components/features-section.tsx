/** The six features. */
import { Bot, ClipboardList, Globe, ListTree, type LucideIcon, Plug, Users } from 'lucide-react';
import { LandingSection } from './landing-section.tsx';

const FEATURES: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  {
    icon: ListTree,
    title: 'A tree of pages',
    text: 'Markdown pages inside pages. They save themselves while you type.',
  },
  {
    icon: ClipboardList,
    title: 'Forms',
    text: 'Ask customers and colleagues, and find the answers beside your notes.',
  },
  {
    icon: Globe,
    title: 'Landing pages',
    text: 'Publish a page for a campaign without leaving your workspace.',
  },
  { icon: Bot, title: 'AI chatbots', text: 'Let a chatbot answer questions from the pages you choose.' },
  {
    icon: Users,
    title: 'Team collaboration',
    text: 'One workspace for everyone, with roles and private pages.',
  },
  { icon: Plug, title: 'Integrations', text: 'Keep your pages in step with Notion, and more to come.' },
];

export function FeaturesSection() {
  return (
    <LandingSection
      id="features"
      title="One workspace instead of six tools"
      introduction="Write it down once, put it in its place, and let the whole team build on it."
    >
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className="inline-flex size-10 items-center justify-center rounded-lg bg-accent-soft">
              <Icon aria-hidden className="size-5 text-accent" />
            </span>
            <h3 className="mt-4 text-base font-semibold">{title}</h3>
            <p className="mt-1.5 leading-relaxed text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
