import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** One step of a run: a command of node_modules/.bin, or work of our own that gives the complaints. */
export type Step =
  /** `early`: begun at once, beside the steps before it; what it prints comes in its turn. */
  | { name: string; command: readonly string[]; env?: Record<string, string>; early?: boolean; report?: string }
  | { name: string; work: () => void | Promise<void> }

const reports = mkdtempSync(join(tmpdir(), 'fairlead-report-'))

let reported = 0

/** A vitest project as a step, or these files of it; its counts join the closing line. */
export function testStep(
  name: string,
  project: string,
  { files = [], env = {} }: { files?: readonly string[]; env?: Record<string, string> } = {},
): Step {
  const report = join(reports, `${++reported}.json`)
  const command = [
    'vitest',
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  return { name, command, env, report }
}

/** Runs all steps, the later ones too when an earlier one fails; prints 'N passed, N failed, N skipped'; gives the exit code. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const complaints: string[] = []
  const begun = new Map(steps.map((step) => [step, 'early' in step && step.early ? attempt(step, 'kept') : undefined]))
  for (const step of steps) {
    const startedAt = performance.now()
    process.stdout.write(`\n── ${step.name}\n`)
    const { isGood, said } = await (begun.get(step) ?? attempt(step, 'shown'))
    process.stdout.write(said)
    process.stdout.write(`── ${step.name}: ${isGood ? 'good' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
    if (!isGood) failures.push(step.name)
    addCounts(step, isGood, counts)
    complaints.push(...complaintsOf(step))
  }
  // Said again at the very end: in a log that is cut, the end is what is kept.
  for (const complaint of complaints) process.stdout.write(`\n✗ ${complaint}\n`)
  if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  return failures.length > 0 ? 1 : 0
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
    const child = spawn(command, args, { stdio: ['ignore', stream, stream], env: { ...process.env, ...step.env } })
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
    message?: string
    assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] | null }[]
  }[]
}

/** A vitest step counts its tests; any other step counts as one. */
function addCounts(step: Step, isGood: boolean, counts: { passed: number; failed: number; skipped: number }): void {
  const report = reportOf(step)
  if (!report) return void (isGood ? counts.passed++ : counts.failed++)
  counts.passed += report.numPassedTests
  counts.failed += Math.max(report.numFailedTests, isGood ? 0 : 1)
  counts.skipped += report.numPendingTests
}

/** The failed tests of a vitest step, and the files that could not run at all, each with the beginning of its message. */
function complaintsOf(step: Step): string[] {
  return (reportOf(step)?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const where = relative(process.cwd(), file.name)
    if (failed.length === 0) return file.message ? [`${where}\n${startOf(file.message)}`] : []
    return failed.map((test) => `${where}: ${test.fullName}\n${startOf(test.failureMessages?.join('\n') ?? '')}`)
  })
}

const startOf = (message: string): string => message.split('\n').slice(0, 12).join('\n')

function reportOf(step: Step): Report | undefined {
  return 'report' in step && step.report ? readReport(step.report) : undefined
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
