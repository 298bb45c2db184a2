import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from './config.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Where the built app is. */
export const appBuildDir = resolve(root, process.env.FAIRLEAD_OUT ?? 'dist')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const sources = ['src/**/*', 'sw/*', 'locales/**/*', 'public/**/*', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json']

/** Builds the app when it is missing or older than its sources; `say` is told before the wait begins. */
export async function buildAppWhenNeeded(say: (line: string) => void): Promise<void> {
  // In development Vite serves the app itself.
  if (process.env.FAIRLEAD_APP === 'vite') return
  const builtMs = timeOf(join(appBuildDir, 'version.json'))
  if (builtMs >= newestSourceMs()) return
  if (existsSync(vite)) {
    say(builtMs === 0 ? 'Building the app, once …' : 'Building the app again, its sources changed …')
    return build()
  }
  // An install without build tools serves what was built elsewhere.
  if (builtMs === 0) throw new StartupError('The app is not built and the build tools are not installed: run "npm ci", then start again.')
}

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Tests and the generated route tree change without changing the app. */
function newestSourceMs(): number {
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.test\.|routeTree\.gen/.test(file))
  return Math.max(...files.map((file) => statSync(join(root, file))).map((stat) => (stat.isFile() ? stat.mtimeMs : 0)))
}

async function build(): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part))
  child.stderr.on('data', (part: Buffer) => (said += part))
  const status = await new Promise((end) => child.once('error', end).once('close', end))
  if (status !== 0) throw new StartupError(`The app could not be built.\n${said.trim()}`)
}
