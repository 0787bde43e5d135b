/** / : what Trellis is, and the way in. A document made at build time. */
import { type LandingContent, shownSections } from '../landing-content.ts';
import { ClosingCall } from './closing-call.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingNav } from './landing-nav.tsx';
import { PricingSection } from './pricing-section.tsx';
import type { ProductPictures } from './product-picture.tsx';
import { ReviewsSection } from './reviews-section.tsx';
import { SkipLink } from './skip-link.tsx';

interface LandingScreenProps {
  readonly content: LandingContent;
  readonly pictures: ProductPictures;
}

export function LandingScreen({ content, pictures }: LandingScreenProps) {
  const shown = shownSections(content);
  return (
    <div className="bg-canvas wrap-anywhere">
      <SkipLink />
      <LandingNav shown={shown} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero {...content.hero} pictures={pictures} />
        {shown.features && <FeaturesSection {...content.features} />}
        {shown.pricing && <PricingSection {...content.pricing} />}
        {shown.reviews && <ReviewsSection {...content.reviews} />}
        {shown.closing && <ClosingCall {...content.closing} />}
      </main>
      <LandingFooter shown={shown} />
    </div>
  );
}
