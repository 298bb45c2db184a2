import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { browserFlags, installBrowser } from '../support/browser.ts'

const tools = resolve(import.meta.dirname, '../../.tools')
const runLimitMs = 180_000

export interface Audit {
  id: string
  title: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
  numericValue?: number
  explanation?: string
  details?: { items?: Record<string, unknown>[] }
}

export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}

/** Lighthouse in a folder of its own, apart from the product's packages; gives the command's file. */
export function installLighthouse(version: string): string {
  const folder = join(tools, `lighthouse${version.split('.', 1)[0]}`)
  const own = join(folder, 'node_modules/lighthouse')
  const present = (): string | undefined =>
    existsSync(join(own, 'package.json'))
      ? (JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string }).version
      : undefined
  if (present() !== version) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: { lighthouse: version } })}\n`)
    spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit', timeout: 300_000 })
  }
  if (present() !== version) throw new Error(`Lighthouse ${version} could not be installed into ${folder}.`)
  return join(own, 'cli/index.js')
}

/** A run that gave no report, which its browser now and then causes, is made once more. */
export const auditTwice = (...given: Parameters<typeof audit>): Promise<Report> => audit(...given).catch(() => audit(...given))

/** One run as a mid-range phone on a slow network (Lighthouse's own defaults). Throws when it gives no report. */
async function audit(cli: string, url: string, categories: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-audit-'))
  const file = join(folder, 'report.json')
  try {
    const flags = ['--headless=new', ...browserFlags].join(' ')
    const args = [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join()}`,
      `--chrome-flags=${flags}`,
    ]
    const said = await run(process.execPath, [cli, ...args])
    if (!existsSync(file)) throw new Error(`Lighthouse gave no report on ${url}: ${said.slice(-500)}`)
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    if (report.runtimeError) throw new Error(`Lighthouse failed on ${url}: ${report.runtimeError.message}`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CHROME_PATH: installBrowser() } })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part))
  child.stderr.on('data', (part: Buffer) => (said += part))
  // An interrupt lets it close its browser.
  const limit = setTimeout(() => child.kill('SIGINT'), runLimitMs)
  await new Promise((end) => child.once('error', end).once('close', end))
  clearTimeout(limit)
  return said
}
