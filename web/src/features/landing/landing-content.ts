/**
 * The landing page's texts: the shape of web/content/landing.json. Each text is a promise of the operator, so
 * all but the page's own heading may be empty or left out. Used at build time only.
 */
import { z } from 'zod';

const text = z.string().trim().default('');
const required = z.string().trim().min(1);

const FEATURE_ICONS = ['tree', 'form', 'globe', 'chatbot', 'team', 'plug', 'lock', 'pen'] as const;
export type FeatureIcon = (typeof FEATURE_ICONS)[number];

const feature = z.strictObject({ icon: z.enum(FEATURE_ICONS), title: required, text });
const review = z.strictObject({ quote: required, name: required, role: text });

const landingContent = z.strictObject({
  /** The document's title and description, for browser tabs, search engines and link previews. */
  title: required,
  description: text,
  hero: z.strictObject({ title: required, text, promises: z.array(required).default([]) }),
  features: z.strictObject({ title: text, text, items: z.array(feature).default([]) }).prefault({}),
  pricing: z
    .strictObject({ title: text, text, points: z.array(required).default([]), button: text })
    .prefault({}),
  reviews: z.strictObject({ title: text, text, items: z.array(review).default([]) }).prefault({}),
  closing: z.strictObject({ title: text, text }).prefault({}),
});

export type LandingContent = z.infer<typeof landingContent>;

/**
 * @param json the file's text
 * @throws {Error} in one sentence that names every place that is wrong
 */
export function parseLandingContent(json: string): LandingContent {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(
      `web/content/landing.json is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  const result = landingContent.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
  );
  throw new Error(`web/content/landing.json cannot be used. ${problems.join('; ')}`);
}

/** A section without content is not shown. */
export function shownSections({ features, pricing, reviews, closing }: LandingContent) {
  return {
    features: features.title !== '' && features.items.length > 0,
    pricing: pricing.title !== '',
    reviews: reviews.title !== '' || reviews.items.length > 0,
    closing: closing.title !== '',
  };
}
