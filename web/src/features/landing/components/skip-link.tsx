/** For keyboards: past the navigation, to what the page says. */

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-20 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
    >
      Skip to content
    </a>
  );
}
