import { expect, test } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { noticeParamsWithCompetitionName } from '../core/competitionNames.ts'
import { renderNotice } from './renderNotice.ts'
import { noticeTextsByKind } from './noticeTexts.ts'
import { pushPayloadOf } from './push/payload.ts'

const thin = { pair: 'BTC/USDT', symbol: 'BTCUSDT', ratio: '79.99' }
const inMetals = { ...thin, book: '3', series: 'metals-week', name: 'Metals Week' }

test('what happens in a competition says in which, as the reader calls it', () => {
  expect(renderNotice('en-us', noticeTextsByKind.margin80, inMetals)).toEqual({
    title: 'Metals Week · BTC/USDT: the margin grows thin',
    content:
      '79.99% of the margin was left. At 50% the position is closed. This is in the competition “Metals Week”, with its virtual fund, not with money.',
  })
  for (const lang of languageCodes) {
    const params = noticeParamsWithCompetitionName(lang, inMetals)
    const { title, content } = renderNotice(lang, noticeTextsByKind.margin80, params)
    expect(title).toMatch(new RegExp(`^${params['name']} · .*BTC/USDT`))
    expect(content).toContain(params['name'])
    expect(content).toContain(renderNotice(lang, noticeTextsByKind.margin80, thin).content)
  }
  expect(noticeParamsWithCompetitionName('zh-cn', inMetals)['name']).toBe('贵金属周')
})

test('a notice of another book, or one that is about a competition itself, stays as it is', () => {
  expect(renderNotice('en-us', noticeTextsByKind.margin80, { ...thin, book: '2' }).title).toBe('BTC/USDT: the margin grows thin')
  expect(renderNotice('en-us', noticeTextsByKind.margin80, { ...thin, book: '3' }).title).toBe('BTC/USDT: the margin grows thin')
  const ended = { name: 'Metals Week', series: 'metals-week', rank: '2', of: '9' }
  expect(renderNotice('en-us', noticeTextsByKind.competitionEnded, ended).title).not.toContain(' · ')
})

test('a device is notified so too: the competition instead of the demo book, also where amounts are hidden', () => {
  const told = (params: Record<string, string>, hidesAmounts = false) =>
    pushPayloadOf({
      noticeId: '1',
      kind: 'closedOut',
      params,
      link: '/heyue?comp=metals-week-1&symbol=BTCUSDT&book=history',
      topic: 'transaction',
      tag: 't',
      lang: 'en-us',
      atMs: 0,
      unread: 1,
      hidesAmounts,
      sandbox: true,
    })
  const closed = { ...inMetals, price: '58000', returned: '12.5' }
  expect(told(closed)).toMatchObject({
    title: 'Metals Week · BTC/USDT was closed: the margin was not enough',
    body: 'It was closed at 58,000. 12.5 USDT came back to your balance. This is in the competition “Metals Week”, with its virtual fund, not with money.',
    note: '',
    demo: true,
    link: '/heyue?comp=metals-week-1&symbol=BTCUSDT&book=history',
  })
  expect(told(closed, true).body).toContain('•••• USDT came back to your balance. This is in the competition “Metals Week”')
  expect(told({ ...closed, book: '2' }).title).toBe('DEMO · BTC/USDT was closed: the margin was not enough')
})
