/** The sections that the navigation and the footer lead to. */

const ANCHORS = [
  { id: 'features', name: 'Features' },
  { id: 'pricing', name: 'Pricing' },
  { id: 'reviews', name: 'Reviews' },
] as const;

export type ShownAnchors = Readonly<Record<(typeof ANCHORS)[number]['id'], boolean>>;

/** @returns those that are there */
export function anchorsOf(shown: ShownAnchors) {
  return ANCHORS.filter(({ id }) => shown[id]);
}
