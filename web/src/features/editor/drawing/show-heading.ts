/** Brings one of the outermost headings of a page that is read into view. */
import { scrollIntoSight } from './scroll-into-sight.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
// A heading in a quote or a list is somebody else's; a toggle is part of the page.
const OUTERMOST = '.reading-part, .page-toggle';

/** @param index among the outermost headings */
export function showReadHeading(view: Element, index: number): void {
  const headings = [...view.querySelectorAll(HEADINGS)].filter(({ parentElement }) =>
    parentElement?.matches(OUTERMOST),
  );
  // A heading that is not drawn yet stands in what is left out.
  const heading = headings[index] ?? view.querySelector('.rest-of-page');
  for (let toggle = heading?.closest('details'); toggle; toggle = toggle.parentElement?.closest('details'))
    toggle.open = true;
  if (heading) scrollIntoSight(heading, 'start');
}
