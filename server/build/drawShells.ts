import { pathToFileURL } from 'node:url'
import type { PrerenderedScreen } from '#contract/drawnShell.ts'

// Draws the first frame of the screens that are sent as pages, in a process of its own: what modules look for in a browser stands here as nothing.
const nothing = (): undefined => undefined
const listening = { addEventListener: nothing, removeEventListener: nothing }
const browser: Record<string, unknown> = {
  ...listening,
  // No answer ever comes: what is drawn is what stands before it.
  fetch: () => new Promise(nothing),
  matchMedia: () => ({ matches: false, ...listening }),
  document: {
    documentElement: { dataset: {}, lang: 'en', style: {} },
    visibilityState: 'visible',
    getElementById: () => null,
    ...listening,
  },
  navigator: { onLine: true, languages: [], userAgent: '' },
  location: new URL('http://localhost/'),
}
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

const { prerenderShells } = (await import(pathToFileURL(process.argv[2] as string).href)) as {
  prerenderShells(): Promise<PrerenderedScreen[]>
}
process.stdout.write(JSON.stringify(await prerenderShells()), () => process.exit(0))
