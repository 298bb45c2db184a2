import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { computePositionClose, type OpenPosition, isMarginInsufficient } from '#rules/position.ts'
import { noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import { tickingClock } from '../support/tickingClock.ts'
import { recordedEtherDay, visitsOf } from '../support/recordedDay.ts'
import { type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

const day = recordedEtherDay()
if (!day) console.warn('Skipped: the recorded Ether day is not beside the project, so no real fall is played in the browser.')

// 4 September 2017: Ether fell by a tenth within nine hours. At 600 times its pace they take under a minute, which is turned through.
describe.skipIf(!day)('a long position on the recorded Ether day', () => {
  // The feed gives something as often.
  const lookMs = 250
  const clock = tickingClock(Date.now(), lookMs)
  let story: Session
  let phone: Phone
  beforeAll(async () => {
    story = await startSession({ clock, feed: `replay:${day?.file}?speed=600` })
    clock.start(story.market)
    phone = await story.phone()
  })
  afterAll(async () => {
    await clock.stop()
    await story?.end()
  })

  it('is closed by the first price record through its close-out price, to the last decimal', async () => {
    const { page, faults } = phone
    await signInAsGuest(page)
    await page.goto('/heyue?symbol=ETHUSDT')
    await page.getByRole('slider', { name: 'Leverage' }).fill('5')
    await page.getByRole('textbox', { name: 'Margin' }).fill('600')
    await page.getByRole('button', { name: 'Review long' }).click()
    // At this pace the price moves on while a slow machine asks and confirms: what changed is shown then, and confirmed again.
    const again = async (): Promise<boolean> => {
      if (await page.getByText('Position opened').isVisible()) return true
      await page
        .getByRole('button', { name: 'Confirm' })
        .click({ timeout: 500 })
        .catch(() => undefined)
      return false
    }
    await expect.poll(again, { interval: 500 }).toBe(true)
    await takeScreenshot(page, 'recorded-day-opened')
    const figure = (name: string) => page.getByRole('dialog').locator(`dt:has-text("${name}") + dd`).first().innerText()
    const plain = (text: string): Decimal => asDecimal(text.replace(/[^\d.]/g, ''))
    const [quantity, openPrice, margin] = [await figure('Quantity'), await figure('Opening price'), await figure('Margin')].map(plain) as [
      Decimal,
      Decimal,
      Decimal,
    ]
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor()
    await takeScreenshot(page, 'recorded-day-running')

    await page.getByRole('radio', { name: 'History' }).click()
    const closed = page.getByRole('button', { name: /ETH\/USDT · Long/ })
    const fall = async (): Promise<boolean> => {
      await clock.turnAhead(4 * lookMs)
      return closed.isVisible()
    }
    await expect.poll(fall).toBe(true)
    await closed.click()
    expect(await figure('Closed by')).toBe('Close-out: the margin was not enough')
    await takeScreenshot(page, 'recorded-day-closed-out')

    const expected = closeOutOf({ quantity, openPrice, margin })
    expect(plain(await figure('Closing price'))).toBe(expected.price)
    expect(await figure('Returned to your balance')).toBe(`${formatAmount(expected.returned, 8)} USDT`)
    expect(faults).toEqual([])
  })

  it('is drawn bar for bar', async () => {
    const { page } = phone
    await page.goto('/kline?symbol=ETHUSDT&period=1m')
    await page.getByText('Show the chart as text').click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(22)
    const rows = await page.getByRole('row').allInnerTexts()
    await takeScreenshot(page, 'recorded-day-chart')
    // The newest bar is still being made; those before it are finished.
    const finished = rows.slice(2).map((row) =>
      row
        .split(/\t|\n/)
        .map((cell) => cell.trim())
        .filter(Boolean),
    )
    expect(finished.length).toBeGreaterThan(20)
    const recorded = new Map(
      day?.bars.map((bar) => [clockOf(bar.atMs), [bar.open, bar.high, bar.low, bar.close].map((price) => formatAmount(price, 2))]),
    )
    for (const [time = '', ...prices] of finished) expect([time, ...prices]).toEqual([time, ...(recorded.get(time) ?? [])])
  })
})

const clockOf = (ms: number): string => {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`
}

/** The recording itself says at which price the margin first became insufficient after the opening price was met. */
function closeOutOf({ quantity, openPrice, margin }: { quantity: Decimal; openPrice: Decimal; margin: Decimal }): {
  price: Decimal
  returned: Decimal
} {
  const spec = symbolSeeds.find(({ symbol }) => symbol === 'ETHUSDT')
  if (!spec || !day) throw new Error('no recording')
  const held: OpenPosition = {
    quantity,
    openPrice,
    margin,
    direction: 1,
    addedMargin: asDecimal('0'),
    contractSize: spec.contractSize,
    conversion: noUsdtConversion,
  }
  const prices = day.bars.flatMap(visitsOf)
  const through = prices.find((price) => isMarginInsufficient(held, price))
  if (!through) throw new Error('the recording never went that low')
  const { bid } = marketQuoteFromMid(through, spec.spreadBps, spec.tick)
  return { price: bid, returned: computePositionClose(held, bid, spec.feeRate).returned }
}
