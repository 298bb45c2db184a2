import { beforeEach } from 'vitest'
import { describeFailure } from './session.ts'

let hasFailed = false

// A story that fails only now and then fails where nobody looks: the log tells what the phones showed. The tests of a file build on one another:
// after the first that failed each would wait in vain for as long as tests wait.
beforeEach(({ onTestFailed, skip }) => {
  skip(hasFailed, 'an earlier test of this file failed')
  onTestFailed(async ({ task }) => {
    hasFailed = true
    process.stdout.write(`\nWhen "${task.name}" failed, the phones showed:\n${await describeFailure()}\n`)
  })
})
