import { expect, it } from 'vitest'
import { competitionStageAt } from '#widgets/trading/competitionStage.ts'
import { asInstant } from '#contract/time.ts'
import { readCompetitionSearchParams, readCompetitionListSearchParams } from './competitionSearch.ts'
import { formatCompetitionPrizeTotal, formatCompetitionPrizeAmount } from './prizes.ts'

it('says a prize to its last decimal, and all of them together', () => {
  expect(['300', '300.00000000', '12.5', '0.125', '12000'].map(formatCompetitionPrizeAmount)).toEqual([
    '300',
    '300',
    '12.50',
    '0.125',
    '12,000',
  ])
  expect(formatCompetitionPrizeTotal(['300', '150', '50'])).toBe('500')
  expect(formatCompetitionPrizeTotal(['30', '12.5'])).toBe('42.50')
})

it('reads addresses that anybody may have written', () => {
  expect(readCompetitionSearchParams({ id: 'first-light-1', view: 'rules' })).toEqual({ id: 'first-light-1', view: 'rules' })
  expect(readCompetitionSearchParams({ id: 'No such/', view: 'all' })).toEqual({})
  expect(readCompetitionSearchParams({ id: 7 })).toEqual({})
  expect([readCompetitionListSearchParams({ status: 'ended' }), readCompetitionListSearchParams({ status: 'running' })]).toEqual([
    { status: 'ended' },
    {},
  ])
})

it('knows where a competition is by the clock, to the millisecond', () => {
  const one = { startTime: asInstant(1_000), endTime: asInstant(2_000) }
  expect([999, 1_000, 1_999, 2_000].map((now) => competitionStageAt(one, now))).toEqual([0, 1, 1, -2])
})
