import { randomUUID } from 'node:crypto'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import type { AppContext } from '#server/core/appContext.ts'
import { browserOptions } from '../support/browser.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const times = sized(5, 1)
const slowdown = 4
const widthPx = 4_000
const heightPx = 3_000

interface Upload {
  /** From the choice of the file until the screen says that it is there. */
  doneMs: number
  sentBytes: number
}

/** A photograph of 12 megapixels on a phone four times slower than this machine: made smaller, sent, decoded and drawn anew. */
export async function upload(): Promise<Row[]> {
  const app = await builtApp()
  const server = await startTestServer({ http: { dist: app.dist, rates: noLimits } })
  const browser = await chromium.launch(browserOptions())
  try {
    const photo = await photograph()
    const token = await verifiedPerson(server.origin, server.app)
    const before = process.memoryUsage.rss()
    let mostBytes = before
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
    }, 10)
    const uploads: Upload[] = []
    for (let n = 0; n < times; n++) uploads.push(await once(browser, server.origin, token, photo))
    clearInterval(watch)
    return [
      { name: 'photo of 12 megapixels, chosen to sent, slow phone', figure: median(uploads.map(({ doneMs }) => doneMs)), unit: 'ms' },
      {
        name: 'photo of 12 megapixels, sent',
        figure: median(uploads.map(({ sentBytes }) => sentBytes)),
        unit: 'bytes',
        beside: { what: 'the file', figure: photo.length },
      },
      { name: 'photo of 12 megapixels, server memory on top', figure: (mostBytes - before) / 1024 / 1024, unit: 'MB', canBeZero: true },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Grain over a gradient, as large as a phone's camera makes it. */
const photograph = (): Promise<Buffer> =>
  sharp({
    create: { width: widthPx, height: heightPx, channels: 3, background: '#786', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .blur(0.8)
    .jpeg({ quality: 92 })
    .toBuffer()

/** Somebody who may hand in a proof of address: its form has the field for a photo. */
async function verifiedPerson(origin: string, { db }: AppContext): Promise<string> {
  const wire = createHttpClient(() => origin)
  const email = 'bench@example.com'
  const sent = (await wire.read(`/api/app/getEmailCaptcha?email=${email}&scene=register`)).result as { devCode: string }
  const form = {
    registerType: 'email',
    email,
    password: 'Harbour-Lamp-42',
    confirmPassword: 'Harbour-Lamp-42',
    captcha: sent.devCode,
    country: 'GB',
    birthYearOk: true,
    agree: true,
    agreementVersion: '2',
    lang: 'en-us',
  }
  const { result } = await wire.write('/api/app/register', form, { 'x-request-id': randomUUID() })
  await db.query('update account set kyc_level = 1 where email = $1', [email])
  return (result as { token: string }).token
}

async function once(browser: Browser, origin: string, token: string, photo: Buffer): Promise<Upload> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, locale: 'en-US' })
  try {
    await context.addInitScript((text) => {
      localStorage.setItem('token', text)
      // The browser's tools do not say how large a form with a file is.
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, form) {
        const file = form instanceof FormData ? form.get('file') : null
        if (file instanceof File) document.documentElement.dataset['sentBytes'] = String(file.size)
        send.call(this, form)
      }
    }, token)
    const page = await context.newPage()
    await page.goto(`${origin}/shenfenRenzhengAd`)
    const input = page.locator('input[type=file]')
    await input.waitFor({ state: 'attached', timeout: 60_000 })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await handIn(page, photo)
  } finally {
    await context.close()
  }
}

async function handIn(page: Page, photo: Buffer): Promise<Upload> {
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  const startedAt = performance.now()
  await page.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 })
  const doneMs = performance.now() - startedAt
  const sentBytes = Number(await page.evaluate(() => document.documentElement.dataset['sentBytes']))
  return { doneMs, sentBytes }
}
