import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/**
 * What the suggestions under the address bar are drawn with: two pages of the browser's own behind every window, in which nobody looks, and which
 * cost more than many a story.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** The last such flag counts, so what Playwright turns off is said again. */
const offAnyway = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Flags for a closed network: as root there is no sandbox to be had, and Chromium must not call home. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
  `--disable-features=${[...offAnyway, ...unseen].join(',')}`,
]

const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** Where a Chromium is; undefined when there is none. */
function browserPath(): string | undefined {
  const found = places.find((place) => place && existsSync(place))
  if (found) return found
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** Debian's chromium through apt as root, else Playwright's own download. Throws a plain sentence when neither works. */
export function installBrowser(): string {
  const present = browserPath()
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  } else {
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  }
  const path = browserPath()
  if (!path) throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM.')
  return path
}

const run = (command: string, args: string[]): void =>
  void spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

/** How a test opens its browser: without a window, or with one for whoever watches (`HEADED=1`, CONTRIBUTING.md). */
export const browserOptions = (flags: readonly string[] = []): { executablePath: string; args: string[]; headless: boolean } => ({
  executablePath: installBrowser(),
  args: [...browserFlags, ...flags],
  headless: process.env['HEADED'] !== '1',
})
