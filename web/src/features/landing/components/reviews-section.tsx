/** Two sample testimonials and the rating (specification section 1). */
import { Star } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { LandingSection } from './landing-section.tsx';

const REVIEWS = [
  {
    quote:
      'We moved our handbook over in an afternoon. A month later nobody asks where anything is any more.',
    name: 'Sarah Johnson',
    role: 'Operations lead, Fernhill Studio',
  },
  {
    quote:
      'It opens at once, it never loses a word, and it gets out of the way. That is all I wanted from a tool.',
    name: 'Michael Chen',
    role: 'Founder, Northside Supply',
  },
];

const STARS = [1, 2, 3, 4, 5];

export function ReviewsSection() {
  return (
    <LandingSection
      id="reviews"
      title="10,000+ businesses write with Trellis"
      introduction="Rated 4.9/5 from 2,847 reviews."
    >
      <ul className="grid gap-4 md:grid-cols-2">
        {REVIEWS.map(({ quote, name, role }) => (
          <li key={name} className="flex flex-col rounded-2xl border border-line bg-sunken p-6 sm:p-8">
            <p role="img" aria-label="5 out of 5 stars" className="flex gap-0.5">
              {STARS.map((star) => (
                <Star key={star} aria-hidden className="size-4 fill-accent text-accent" />
              ))}
            </p>
            <blockquote className="mt-4 text-lg leading-relaxed text-pretty">{quote}</blockquote>
            <div className="mt-auto flex items-center gap-3 pt-6">
              <Avatar name={name} className="size-10 text-sm" />
              <div>
                <p className="font-medium">{name}</p>
                <p className="text-ink-muted">{role}</p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
