import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)
/** The build to measure, where there is one. */
const presentApp = resolve(root, process.env['FAIRLEAD_OUT'] ?? 'dist')
export const isBuilt = (): boolean => existsSync(join(presentApp, 'version.json'))

export interface BuiltApp {
  dist: string
  /** The id of the build. */
  build: string
}

let shared: Promise<BuiltApp> | undefined

/** A copy of the built app that nobody builds anew meanwhile, the same for all sections; built here when there is none. */
export const builtApp = (): Promise<BuiltApp> => (shared ??= takeApp())

async function takeApp(): Promise<BuiltApp> {
  const dist = mkdtempSync(join(tmpdir(), 'fairlead-app-'))
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }))
  if (isBuilt()) cpSync(presentApp, dist, { recursive: true })
  else {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const env = { ...process.env, NODE_ENV: 'production', FAIRLEAD_OUT: dist }
    await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root, env, timeout: 300_000 })
  }
  const { build } = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { build: string }
  return { dist, build }
}
