/** Where the navigation's Pricing leads: the trial, which is all there is to say yet. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { LandingSection } from './landing-section.tsx';

export function PricingSection() {
  return (
    <LandingSection
      id="pricing"
      title="Try everything, free for 7 days"
      introduction="No credit card, no feature held back. Host Trellis yourself and it stays free."
    >
      <ButtonLink to={paths.signUp} look="primary" size="large">
        Start your 7-day free trial
      </ButtonLink>
    </LandingSection>
  );
}
