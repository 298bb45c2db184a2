import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { processesNaming } from './leftovers.ts'

let folder: string
let said: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'))
  said = ''
  vi.resetModules()
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said += String(text)), true))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const node = (script: string): string[] => [process.execPath, '-e', script]

/** A step whose report has these files failed; each is good or bad when it is run once more. */
async function stepOf(failed: Record<string, 'good' | 'bad'>) {
  const { runSteps, endToEndStep } = await import('./steps.ts')
  const step = endToEndStep('End to end')
  const results = Object.keys(failed).map((file) => ({
    name: join(process.cwd(), file),
    status: 'failed',
    assertionResults: [{ status: 'failed', fullName: `${file} fails`, failureMessages: ['why'] }],
  }))
  const report = { numPassedTests: 5, numFailedTests: results.length, numPendingTests: 0, testResults: results }
  const writes = `require('fs').writeFileSync(${JSON.stringify(step.report)}, ${JSON.stringify(JSON.stringify(report))}); process.exit(1)`
  const repeat = (file: string) => ({ ...step, command: node(`process.exit(${failed[file] === 'good' ? 0 : 1})`) })
  return runSteps([{ ...step, command: node(writes), repeat }])
}

it('a file that is good when it is run once more is named, and leaves the run green', async () => {
  expect(await stepOf({ 'a.e2e.test.ts': 'good', 'b.e2e.test.ts': 'good' })).toBe(0)
  expect(said).toContain('Flaky, good only when run once more: a.e2e.test.ts, b.e2e.test.ts')
  expect(said).toContain('7 passed, 0 failed, 0 skipped')
})

it('a file that fails twice makes it red, and so do three flaky ones', async () => {
  expect(await stepOf({ 'a.e2e.test.ts': 'good', 'b.e2e.test.ts': 'bad' })).toBe(1)
  expect(said).toContain('Failed: End to end')
  vi.resetModules()
  expect(await stepOf({ 'a.e2e.test.ts': 'good', 'b.e2e.test.ts': 'good', 'c.e2e.test.ts': 'good' })).toBe(1)
  expect(said).toContain('Failed: 3 flaky files')
})

it('a step that fails without a failed file, or of another kind, is not run once more', async () => {
  expect(await stepOf({})).toBe(1)
  vi.resetModules()
  const { runSteps, testStep } = await import('./steps.ts')
  expect(testStep('Unit', ['unit']).repeat).toBeUndefined()
  expect(await runSteps([{ name: 'Lint', command: node('process.exit(1)') }])).toBe(1)
})

it.skipIf(!existsSync('/proc'))('a process that a step leaves behind is ended, and makes the run red', async () => {
  const { runSteps } = await import('./steps.ts')
  const marked = `{ ...process.env, MARK: ${JSON.stringify(folder)} }`
  const leaves = `require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: ${marked} }).unref()`
  expect(await runSteps([{ name: 'Leaves', command: node(leaves) }], 0)).toBe(1)
  expect(said).toMatch(/Left behind and ended: \d+ sleep 600/)
  await expect.poll(() => processesNaming(folder)).toEqual([])
})
