/** / : what Trellis is, and the way in (specification sections 1 and 2). Loads nothing of the app behind it. */
import { ClosingCall } from './closing-call.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingNav } from './landing-nav.tsx';
import { PricingSection } from './pricing-section.tsx';
import { ReviewsSection } from './reviews-section.tsx';

export function LandingScreen() {
  return (
    <div className="bg-canvas">
      <title>Trellis: the team workspace that grows with your business</title>
      <LandingNav />
      <main>
        <Hero />
        <FeaturesSection />
        <PricingSection />
        <ReviewsSection />
        <ClosingCall />
      </main>
      <LandingFooter />
    </div>
  );
}
