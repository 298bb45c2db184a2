import { expect, test } from 'vitest'
import { localizedCompetitionName, noticeParamsWithCompetitionName, translateSampleCompetitionEntryName } from './competitionNames.ts'

test('the release’s own competitions have a name in every language', () => {
  expect(localizedCompetitionName('zh-cn', { series: 'metals-week', name: 'Metals Week' })).toBe('贵金属周')
  expect(localizedCompetitionName('en-us', { series: 'open-water', name: 'Open Water #0' })).toBe('Open Water #0')
})

test('one that staff offered keeps what they typed, also in a series of ours', () => {
  expect(localizedCompetitionName('zh-cn', { series: 'autumn', name: 'Metals Week' })).toBe('Metals Week')
  expect(localizedCompetitionName('zh-cn', { series: 'metals-week', name: 'Metals Week, longer' })).toBe('Metals Week, longer')
})

test('a notice names the competition as its reader does', () => {
  expect(noticeParamsWithCompetitionName('jp', { series: 'metals-week', name: 'Metals Week', rank: '2' })).toMatchObject({
    name: 'メタルウィーク',
    rank: '2',
  })
  expect(noticeParamsWithCompetitionName('jp', { name: 'Metals Week' })).toEqual({ name: 'Metals Week' })
})

test('a sample entry is called so', () => {
  expect(translateSampleCompetitionEntryName('zh-tw', 'Sample entry 12')).toBe('範例參賽者 12')
  expect(translateSampleCompetitionEntryName('en-us', 'Sample entry 12')).toBe('Sample entry 12')
})
