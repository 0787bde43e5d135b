/** The reviews. */
import { Star } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import type { LandingContent } from '../landing-content.ts';
import { LandingSection } from './landing-section.tsx';

const STARS = [1, 2, 3, 4, 5];

export function ReviewsSection({ title, text, items }: LandingContent['reviews']) {
  return (
    <LandingSection id="reviews" title={title || 'Reviews'} text={text}>
      {items.length > 0 && <Reviews items={items} />}
    </LandingSection>
  );
}

function Reviews({ items }: Pick<LandingContent['reviews'], 'items'>) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {items.map(({ quote, name, role }) => (
        <li key={name} className="flex flex-col rounded-2xl border border-line bg-sunken p-6 sm:p-8">
          <p role="img" aria-label="5 out of 5 stars" className="flex gap-0.5">
            {STARS.map((star) => (
              <Star key={star} aria-hidden className="size-4 fill-accent text-accent" />
            ))}
          </p>
          <blockquote className="mt-4 text-lg leading-relaxed text-pretty">{quote}</blockquote>
          <div className="mt-auto flex items-center gap-3 pt-6">
            <Avatar name={name} className="size-10 shrink-0 text-sm" />
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              {role !== '' && <p className="text-ink-muted">{role}</p>}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
