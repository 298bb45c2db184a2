import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isQuick } from '../../tiers.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { processesNaming, type RunningProcess } from './leftovers.ts'

/** One step of a run: a command of node_modules/.bin, or work of our own that gives the complaints. */
export type Step =
  /** `early`: begun at once, beside the steps before it; what it prints comes in its turn. */
  TestStep | { name: string; command: readonly string[]; early?: boolean } | { name: string; work: () => void | Promise<void> }

interface TestStep {
  name: string
  command: readonly string[]
  env: Record<string, string>
  report: string
  /** This step with one of its files alone, for steps of which a failed file is run once more. */
  repeat?: (file: string) => TestStep
}

/** All temporary files of this run. PostgreSQL, which runs as another user where the tests run as root, passes through it. */
const temporary = mkdtempSync(join(temporaryFolder(), 'fairlead-run-'))
chmodSync(temporary, 0o711)
// A run that is broken off takes its processes and files with it: they may be in memory.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    endProcesses(processesNaming(temporary))
    process.exit(1)
  })

let reported = 0

/** Tests without a browser: those of a quick run, and those that take long (tests/tiers.ts). */
export const quickProjects = ['unit', 'server']
export const longProjects = ['long']
const endToEndProjects = ['e2e']

/** End-to-end tests as a step. A file that failed is run once more, whole, in a process of its own: its tests build on one another, and a browser now and then fails by itself. */
export function endToEndStep(name: string, options: TestStepOptions = {}): TestStep {
  const repeat = (file: string) => testStep(`${name}: ${file} once more`, endToEndProjects, { ...options, files: [file] })
  return { ...testStep(name, endToEndProjects, options), repeat }
}

interface TestStepOptions {
  files?: readonly string[]
  env?: Record<string, string>
}

/** Projects of vitest as a step, or these files of them; its counts join the closing line. */
export function testStep(name: string, projects: readonly string[], { files = [], env = {} }: TestStepOptions = {}): TestStep {
  const report = join(temporary, `report-${++reported}.json`)
  const command = [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  return { name, command, env, report }
}

/** A quick file that takes longer on an idle machine of two cores is one for tests/tiers.ts. */
const quickMs = 40_000

/** So many files that were green only when they were run once more make a run red. */
const mostFlaky = 2

/**
 * Runs all steps, the later ones too when an earlier one fails; prints how long each took, what failed, which files were flaky, and 'N passed,
 * N failed, N skipped'; gives the exit code. A process that still runs `graceMs` after the last step is a failure, and is ended.
 */
export async function runSteps(steps: readonly Step[], graceMs = 60_000): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const complaints: string[] = []
  const flaky: string[] = []
  const took: string[] = []
  const slow: string[] = []
  const begun = new Map(steps.map((step) => [step, 'early' in step && step.early ? attempt(step, 'kept') : undefined]))
  for (const step of steps) {
    const startedAt = performance.now()
    process.stdout.write(`\n── ${step.name}\n`)
    const { isGood: wasGood, said } = await (begun.get(step) ?? attempt(step, 'shown'))
    process.stdout.write(said)
    const results = reportOf(step) ?? noReport(wasGood)
    complaints.push(...complaintsOf(results))
    slow.push(...slowFilesOf(results))
    const isGood = wasGood || (await areGoodOnceMore(step, results, flaky))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`── ${step.name}: ${isGood ? 'good' : 'FAILED'} in ${seconds} s\n`)
    took.push(`${seconds.padStart(7)} s  ${step.name}`)
    if (!isGood) failures.push(step.name)
    counts.passed += results.numPassedTests + (isGood ? results.numFailedTests : 0)
    counts.failed += isGood ? 0 : Math.max(results.numFailedTests, 1)
    counts.skipped += results.numPendingTests
  }
  const left = await processesLeft(graceMs)
  if (left.length > 0) failures.push('Processes left behind')
  if (flaky.length > mostFlaky) failures.push(`${flaky.length} flaky files`)
  process.stdout.write(`\n${took.join('\n')}\n`)
  if (slow.length > 0) process.stdout.write(`\nQuick files that took more than ${quickMs / 1000} s: ${slow.join(', ')}\n`)
  // Said again at the very end: in a log that is cut, the end is what is kept.
  for (const complaint of complaints) process.stdout.write(`\n✗ ${complaint}\n`)
  for (const { pid, command } of left) process.stdout.write(`\nLeft behind and ended: ${pid} ${command.slice(0, 200)}\n`)
  if (flaky.length > 0) process.stdout.write(`\nFlaky, good only when run once more: ${flaky.join(', ')}\n`)
  if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  return failures.length > 0 ? 1 : 0
}

/** Whether every file that failed is good when it is run once more; those that are join `flaky`. Without a failed file it was something else. */
async function areGoodOnceMore(step: Step, { testResults }: Report, flaky: string[]): Promise<boolean> {
  if (!('repeat' in step) || !step.repeat) return false
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name))
  let areGood = failed.length > 0
  for (const file of failed) {
    process.stdout.write(`\n── ${file} once more\n`)
    const { isGood } = await attempt(step.repeat(file), 'shown')
    if (isGood) flaky.push(file)
    else areGood = false
  }
  return areGood
}

/** What still runs of the steps when all are over and had `graceMs` to end; it is ended, and the temporary files go. */
async function processesLeft(graceMs: number): Promise<RunningProcess[]> {
  const until = performance.now() + graceMs
  let left = processesNaming(temporary)
  while (left.length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    left = processesNaming(temporary)
  }
  endProcesses(left)
  return left
}

/** First so that PostgreSQL gives back its shared memory, then for good. */
function endProcesses(left: readonly RunningProcess[]): void {
  for (const { pid } of left) spawnSync('kill', ['-QUIT', String(pid)])
  if (left.length > 0) spawnSync('sleep', ['1'])
  for (const { pid } of left) spawnSync('kill', ['-KILL', String(pid)])
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
}

interface Outcome {
  isGood: boolean
  /** What is still to be printed. */
  said: string
}

async function attempt(step: Step, output: 'shown' | 'kept'): Promise<Outcome> {
  if ('work' in step) {
    try {
      await step.work()
      return { isGood: true, said: '' }
    } catch (error) {
      return { isGood: false, said: `${error instanceof Error ? error.message : String(error)}\n` }
    }
  }
  const [command = '', ...args] = step.command
  const stream = output === 'shown' ? 'inherit' : 'pipe'
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['ignore', stream, stream],
      env: { ...process.env, TMPDIR: temporary, ...('env' in step && step.env) },
    })
    let said = ''
    for (const from of [child.stdout, child.stderr]) from?.on('data', (part) => (said += part))
    child.on('error', (error) => done({ isGood: false, said: `${said}${error.message}\n` }))
    child.on('close', (code) => done({ isGood: code === 0, said }))
  })
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: readonly {
    name: string
    status: string
    message?: string
    startTime: number
    endTime: number
    assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] | null }[]
  }[]
}

/** Any step but one of vitest counts as one. */
const noReport = (isGood: boolean): Report => ({ numPassedTests: isGood ? 1 : 0, numFailedTests: 0, numPendingTests: 0, testResults: [] })

/** The failed tests of a vitest step, and the files that could not run at all, each with the beginning of its message. */
const complaintsOf = ({ testResults }: Report): string[] =>
  testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const where = relative(process.cwd(), file.name)
    if (failed.length === 0) return file.message ? [`${where}\n${startOf(file.message)}`] : []
    return failed.map((test) => `${where}: ${test.fullName}\n${startOf(test.failureMessages?.join('\n') ?? '')}`)
  })

const slowFilesOf = ({ testResults }: Report): string[] =>
  testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(process.cwd(), name), tookMs: endTime - startTime }))
    .filter(({ file, tookMs }) => tookMs > quickMs && isQuick(file))
    .map(({ file, tookMs }) => `${file} (${Math.round(tookMs / 1000)} s)`)

const startOf = (message: string): string => message.split('\n').slice(0, 12).join('\n')

function reportOf(step: Step): Report | undefined {
  return 'report' in step ? readReport(step.report) : undefined
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
