import { beforeEach } from 'vitest'
import { describeFailure } from './session.ts'

// A story that fails only now and then fails where nobody looks: the log tells what the phones showed.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    process.stdout.write(`\nWhen "${task.name}" failed, the phones showed:\n${await describeFailure()}\n`)
  })
})
