import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Phone, type Session, startSession } from '../support/session.ts'
import { testApp } from '../support/testApp.ts'
import { shiftDate } from '../support/today.ts'

// More than any year, so that the year itself is another.
const yearMs = 400 * 86_400_000
const yearAt = (ms: number): string => String(new Date(ms).getUTCFullYear())

describe.each([
  ['a year behind', -yearMs],
  ['a year ahead', yearMs],
])('a phone whose clock is %s, opened for the first time', (_, byMs) => {
  let story: Session
  let phone: Phone
  const dist = mkdtempSync(join(tmpdir(), 'fairlead-clock-'))
  beforeAll(async () => {
    cpSync(testApp(), dist, { recursive: true })
    // The worker's clock is the phone's too.
    const worker = join(dist, 'sw.js')
    writeFileSync(worker, `(${shiftDate.toString()})(${byMs});${readFileSync(worker, 'utf8')}`)
    for (const packed of ['br', 'gz']) rmSync(`${worker}.${packed}`, { force: true })
    story = await startSession({ http: { dist } })
    phone = await story.phone()
    await phone.context.addInitScript(shiftDate, byMs)
  })
  afterAll(async () => {
    await story?.end()
    rmSync(dist, { recursive: true, force: true })
  })

  it('has prices of now, a chart by the server’s time, and a practice position opened at the right moment', async () => {
    const { page } = phone
    await page.goto('/home')
    await page.getByRole('link').filter({ hasText: 'BTC/USDT' }).first().waitFor()
    await page.goto('/kline?symbol=BTCUSDT')
    await page.locator('[role=img] canvas').first().waitFor()
    await page.getByRole('img', { name: /^Bitcoin is at / }).waitFor()
    const header = page.locator('header').filter({ hasText: '24 h high' })
    // Long enough for an age to be said, and for the first prices of the stream.
    await page.waitForTimeout(3_000)
    // That of a machine which is held up for a moment goes again.
    await expect.poll(() => header.innerText()).not.toMatch(/Age:|\d{4}$/m)
    await page.getByRole('link', { name: 'Practice' }).tap()
    await page.getByRole('button', { name: 'Review long' }).tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Confirm' }).waitFor()
    // Sooner than anybody reads what it costs, the sheet takes a tap for the second of a double one.
    await page.waitForTimeout(400)
    await sheet.getByRole('button', { name: 'Confirm' }).tap()
    await sheet.getByRole('heading', { name: 'Position opened' }).waitFor()
    const years = [...(await sheet.innerText()).matchAll(/\d\d\/\d\d\/(\d{4})/g)].map(([, year]) => year)
    expect(years).toEqual([yearAt(Date.now())])
    expect(phone.faults).toEqual([])
  })
})
