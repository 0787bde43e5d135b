/** Tells when the colours of the theme change: by the system, or by the choice of this device. */

// A page may have thousands of diagrams: the browser is asked once for all of them.
const watchers = new Set<() => void>();
let end: (() => void) | undefined;

/** Tells the watchers in the order in which they began. @returns ends it */
export function watchTheme(onChange: () => void): () => void {
  const watcher = () => onChange();
  watchers.add(watcher);
  end ??= begin();
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    end?.();
    end = undefined;
  };
}

function begin(): () => void {
  const tell = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const choice = new MutationObserver(tell);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', tell);
  return () => {
    choice.disconnect();
    system.removeEventListener('change', tell);
  };
}
