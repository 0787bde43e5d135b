/** Tells when the colours of the theme change: by the system, or by the choice of this device. */

/** @returns ends it */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const choice = new MutationObserver(onChange);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    choice.disconnect();
    system.removeEventListener('change', onChange);
  };
}
