import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { shiftDate, shiftMs } from './today.ts'

/** The setting by which a run of tests tells its files where the app is whose worker has the time of the run. */
const appName = 'FAIRLEAD_TEST_APP'

const builtApp = (): string => resolve(import.meta.dirname, '../..', process.env['FAIRLEAD_OUT'] ?? 'dist')

/** The folder of the built app that stories are played in. */
export const testApp = (): string => process.env[appName] ?? builtApp()

/** Gives the service worker of a built app the time of this run, which a browser offers no way to set. */
export function shiftWorker(dist: string): void {
  const file = join(dist, 'sw.js')
  writeFileSync(file, `(${shiftDate.toString()})(${shiftMs()});${readFileSync(file, 'utf8')}`)
  for (const packed of ['br', 'gz']) rmSync(`${file}.${packed}`, { force: true })
}

/** The pages of this phone have the time of this run. To be called before any other script is added. */
export const shiftPages = (context: BrowserContext): Promise<unknown> => context.addInitScript(shiftDate, shiftMs())

/** Before the first story: a copy of the built app for all of them. */
export default function setup(): (() => void) | undefined {
  if (!existsSync(join(builtApp(), 'sw.js'))) return undefined
  const dist = mkdtempSync(join(tmpdir(), 'fairlead-app-'))
  cpSync(builtApp(), dist, { recursive: true })
  shiftWorker(dist)
  process.env[appName] = dist
  return () => rmSync(dist, { recursive: true, force: true })
}
