import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface BuiltApp {
  dist: string
  /** The id of the build. */
  build: string
  remove(): void
}

/** A copy of the built app that nobody builds anew meanwhile; built here when there is none. */
export async function builtApp(): Promise<BuiltApp> {
  const dist = mkdtempSync(join(tmpdir(), 'fairlead-app-'))
  const present = join(root, 'dist')
  if (existsSync(join(present, 'version.json'))) cpSync(present, dist, { recursive: true })
  else {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const env = { ...process.env, NODE_ENV: 'production', FAIRLEAD_OUT: dist }
    await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root, env, timeout: 300_000 })
  }
  const { build } = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { build: string }
  return { dist, build, remove: () => rmSync(dist, { recursive: true, force: true }) }
}
