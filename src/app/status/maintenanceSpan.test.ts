import { expect, it } from 'vitest'
import { formatMaintenanceSpan } from './maintenanceSpan.ts'

const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes).getTime()

it('says the day once where it begins and ends on one', () => {
  expect(formatMaintenanceSpan({ from: at(30, 2, 0), to: at(30, 2, 30) })).toEqual(['30/11/2026 02:00', '02:30'])
})

it('says both days where it goes over midnight', () => {
  expect(formatMaintenanceSpan({ from: at(29, 23, 30), to: at(30, 0, 30) })).toEqual(['29/11/2026 23:30', '30/11/2026 00:30'])
})
