import { expect, it } from 'vitest'
import { calendarTests } from './calendarTests.ts'

it('finds tests that ask the machine’s clock, start a process or import what asks it, and no others', () => {
  expect(calendarTests()).toEqual(
    expect.arrayContaining(['server/fairness/terms.test.ts', 'server/http/pages/earlierBuilds.test.ts', 'src/api/stored/outbox.test.ts']),
  )
  expect(calendarTests()).not.toContain('tests/products/quant.integration.test.ts')
  expect(calendarTests()).not.toContain('tests/trading/killedServer.integration.test.ts')
})
