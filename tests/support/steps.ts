import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One step of a run: a command of node_modules/.bin, or work of our own that gives the complaints. */
export type Step =
  | { name: string; command: readonly string[]; env?: Record<string, string> }
  | { name: string; work: () => void | Promise<void> }

const reports = mkdtempSync(join(tmpdir(), 'fairlead-report-'))

/** A vitest project as a step; its counts join the closing line. */
export const testStep = (name: string, project: string): Step => ({
  name,
  command: [
    'vitest',
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ],
})

/** Runs all steps, the later ones too when an earlier one fails; prints 'N passed, N failed, N skipped'; gives the exit code. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  for (const step of steps) {
    const startedAt = performance.now()
    process.stdout.write(`\n── ${step.name}\n`)
    const isGood = await attempt(step)
    process.stdout.write(`── ${step.name}: ${isGood ? 'good' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
    if (!isGood) failures.push(step.name)
    addCounts(step, isGood, counts)
  }
  if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
  return failures.length > 0 ? 1 : 0
}

async function attempt(step: Step): Promise<boolean> {
  if ('work' in step) {
    try {
      await step.work()
      return true
    } catch (error) {
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
      return false
    }
  }
  const [command = '', ...args] = step.command
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...step.env } })
    child.on('error', () => done(false))
    child.on('exit', (code) => done(code === 0))
  })
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

/** A vitest step counts its tests; any other step counts as one. */
function addCounts(step: Step, isGood: boolean, counts: { passed: number; failed: number; skipped: number }): void {
  const project = 'command' in step ? /--project=(\w+)/.exec(step.command.join(' '))?.[1] : undefined
  const report = project ? readReport(join(reports, `${project}.json`)) : undefined
  if (!report) return void (isGood ? counts.passed++ : counts.failed++)
  counts.passed += report.numPassedTests
  counts.failed += Math.max(report.numFailedTests, isGood ? 0 : 1)
  counts.skipped += report.numPendingTests
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
