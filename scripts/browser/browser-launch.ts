/** How tests start Chromium: the journeys, and the tests of the web app's parts. */
import { existsSync } from 'node:fs';

const KNOWN_PLACES = [
  // Chromium without its windows opens a page in half the time, so it comes first.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The last such list counts, so Playwright's own is in it. */
const SWITCHED_OFF = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // Parts of a window that nobody sees. The address bar's two lists are pages of their own, with a process for every
  // new window: they take more time than the pages under test.
  'AimEnabled',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

export const BROWSER_ARGUMENTS: readonly string[] = [
  // Chromium's sandbox needs rights that root in a container does not have.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${SWITCHED_OFF.join(',')}`,
  // Short-lived objects die before V8 looks through them: a tenth less work than with its small nursery.
  '--js-flags=--min-semi-space-size=32 --max-semi-space-size=64',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns the one that CHROMIUM_PATH names, or the system's; undefined without either */
export function systemBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...KNOWN_PLACES].find((path) => existsSync(path));
}
