import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFlags, installBrowser } from '../support/browser.ts'
import { installTool } from './tool.ts'

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

/** The version whose figures of a phone are the product's. */
export const mobileLighthouse = '13.5.0'

/** Gives the command's file. */
export const installLighthouse = (version: string): string =>
  join(installTool('lighthouse', version, `lighthouse${version.split('.', 1)[0]}`), 'cli/index.js')

/** A run that gave no report, which its browser now and then causes, is made once more. */
export const auditTwice = (...given: Parameters<typeof audit>): Promise<Report> => audit(...given).catch(() => audit(...given))

/** One run as a mid-range phone on a slow network (Lighthouse's own defaults), which is reckoned, or with `devtools` really made slow. Throws when it gives no report. */
async function audit(
  cli: string,
  url: string,
  categories: readonly string[],
  throttling: 'simulate' | 'devtools' = 'simulate',
): Promise<Report> {
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
      `--throttling-method=${throttling}`,
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
