/** Keys as they are named on this machine's keyboard. */
const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const ARROWS = { ArrowUp: '↑', ArrowDown: '↓' };
const ON_MAC: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩', ...ARROWS };
const ELSEWHERE: Readonly<Record<string, string>> = { Mod: 'Ctrl', ...ARROWS };

/** @param key as CodeMirror writes keys; Mod is Ctrl, or Cmd on a Mac */
export function keyNames(key: string): string[] {
  const names = isMac() ? ON_MAC : ELSEWHERE;
  return key.split('-').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

export function keyText(key: string): string {
  return keyNames(key).join(isMac() ? '' : '+');
}
