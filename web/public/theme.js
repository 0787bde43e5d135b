/**
 * Puts the theme a person chose on this device onto the page before the first paint, and again when it changes, here
 * or in another tab. "system" is no theme: then the browser decides. The choice is made in src/ui/theme/theme.ts.
 */
(() => {
  const KEY = 'trellis-theme';
  const root = document.documentElement;
  const metas = [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => ({
    meta,
    media: meta.media,
  }));

  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  };

  const apply = (theme) => {
    const chosen = theme === 'light' || theme === 'dark' ? theme : undefined;
    if (chosen === undefined) delete root.dataset.theme;
    else root.dataset.theme = chosen;
    // The browser's own bars: the colour of the chosen theme counts whatever the system says.
    for (const { meta, media } of metas)
      meta.media = chosen === undefined ? media : media.includes(chosen) ? 'all' : 'not all';
  };

  apply(stored());
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && apply(stored()));
  addEventListener(KEY, ({ detail }) => apply(detail));
})();
