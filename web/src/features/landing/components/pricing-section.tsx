/** Where the navigation's Pricing leads. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { LandingContent } from '../landing-content.ts';
import { LandingSection } from './landing-section.tsx';

export function PricingSection({ title, text, button }: LandingContent['pricing']) {
  return (
    <LandingSection id="pricing" title={title} text={text}>
      {button !== '' && (
        <ButtonLink to={paths.signUp} look="primary" size="large">
          {button}
        </ButtonLink>
      )}
    </LandingSection>
  );
}
