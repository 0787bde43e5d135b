/**
 * Names a browser in words that its owner recognises. Browsers claim to be each other, so the order counts: the
 * most specific name wins.
 */

export interface Device {
  /** "Chrome on Windows". */
  readonly name: string;
  readonly kind: 'computer' | 'phone' | 'program';
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

const LONGEST_PROGRAM = 40;

/** @param userAgent the browser's own header, as the server noted it; null when it sent none */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent?.trim() ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent));
  if (browser && system) return { name: `${browser} on ${system[1]}`, kind: system[2] };
  if (system) return { name: system[1], kind: system[2] };
  // A program such as "curl/8.5": the first word is its name.
  const [program = ''] = agent.split(/[\s/]/);
  return { name: browser ?? (program.slice(0, LONGEST_PROGRAM) || 'Unknown device'), kind: 'program' };
}
