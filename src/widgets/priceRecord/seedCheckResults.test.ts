import { expect, it } from 'vitest'
import type { PriceRecordVerification } from '#api/priceRecord/witness.ts'
import type { SeedCommitmentCheck } from '#rules/sim/commitment.ts'
import { simulationSeedCheckResults } from './seedCheckResults.tsx'
import type { SimulationSeedCheck } from './useSeedChecks.ts'

const of = (sec: number): PriceRecordVerification =>
  ({ symbol: 'BTCUSDT', sec, leaf: undefined, proof: { head: { day: '2026-11-27' } }, isKept: false }) as unknown as PriceRecordVerification
const dates = { day: '2026-11-27', before: '2026-11-25' }
const stood: SeedCommitmentCheck = { ...dates, state: 'stood', sec: 1 }
const follows = (sec: number, commitment: SeedCommitmentCheck | undefined = stood): SimulationSeedCheck => ({
  of: of(sec),
  verdict: { state: 'follows', beforeSec: sec - 1 },
  commitment,
})
const statesOf = (checks: readonly SimulationSeedCheck[]) => simulationSeedCheckResults(checks).map(({ key, state }) => `${key} ${state}`)

it('has no tick of prices that are not simulated', () => {
  expect(simulationSeedCheckResults([])).toEqual([])
  expect(simulationSeedCheckResults([{ of: of(1), verdict: { state: 'notSimulated' }, commitment: undefined }])).toEqual([])
})

it('says of several prices what is worst of them', () => {
  const open: SimulationSeedCheck = { of: of(3), verdict: { state: 'notRevealed', day: dates.day, atSec: 9 }, commitment: undefined }
  const wrong: SimulationSeedCheck = { of: of(4), verdict: { state: 'differs', computed: '1' }, commitment: stood }
  expect(statesOf([follows(1), follows(2)])).toEqual(['seed good', 'commitment good'])
  expect(statesOf([follows(1), open])).toEqual(['seed open', 'commitment good'])
  expect(statesOf([follows(1), open, wrong])).toEqual(['seed bad', 'commitment good'])
  expect(statesOf([open])).toEqual(['seed open'])
})

it('says a seed that was not committed to as wrong, and one that cannot have been as not checked', () => {
  const other = { day: '2026-11-26', before: '2026-11-24' }
  expect(statesOf([follows(1, { ...dates, state: 'differs', sec: 1 })])).toEqual(['seed good', 'commitment bad'])
  expect(statesOf([follows(1, { ...dates, state: 'missing' })])).toEqual(['seed good', 'commitment bad'])
  expect(statesOf([follows(1, { ...dates, state: 'none' })])).toEqual(['seed good', 'commitment open'])
  expect(statesOf([follows(1), follows(2, { ...other, state: 'none' })])).toEqual(['seed good', 'commitment open'])
  expect(
    statesOf([follows(1), follows(2, { ...other, state: 'none' }), follows(3, { ...dates, day: '2026-11-28', state: 'missing' })]),
  ).toEqual(['seed good', 'commitment bad'])
})
