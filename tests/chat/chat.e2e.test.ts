import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff } from '#server/operator/staff.ts'
import { waitUntilIdle } from '../support/waitUntilIdle.ts'
import { operatorCommand } from '../support/operatorCommand.ts'
import { photo } from '../support/browser/pictures.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { register } from '../wallet/newcomer.ts'

// What a person asks our staff: found by search, with a picture shared by another app, answered from the terminal.
let story: Session
let phone: Phone
let staffKey: string
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
  const { key } = await addStaff(story.app.db, { name: 'mia', roles: ['reviewer'], by: 'machine:test', now: story.app.clock.now() })
  staffKey = key
})
afterAll(() => story?.end())

const operator = (...words: string[]): Promise<string> => operatorCommand(story.app, staffKey, 'support', ...words)

const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await waitUntilIdle(phone.page)
  await takeScreenshot(phone.page, `chat-${name}`)
}

const ticketId = (page: Page): string => new URL(page.url()).searchParams.get('id')?.replaceAll('"', '') ?? ''
const write = (page: Page, text: string) => page.getByRole('textbox', { name: 'Your message' }).fill(text)
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

it('is found by typing, by keys alone, and what was typed is kept here until it is cleared', async () => {
  const { page, faults } = phone
  await page.goto('/search')
  const field = page.getByRole('searchbox')
  await field.fill('eur/usd')
  await page.getByRole('link', { name: /EUR\/USD/ }).waitFor()
  await field.fill('withdraw')
  await page.getByRole('link', { name: 'How withdrawals work' }).waitFor()
  await look('search')
  await field.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Withdraw')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await field.fill('live chat')
  await page.getByRole('link', { name: 'Live chat' }).waitFor()
  await field.press('Enter')
  await page.waitForURL('**/support')
  await page.getByText('Help without signing in').waitFor()
  await page.getByText('A guest account will do').waitFor()
  await look('signed-out')
  await page.goBack()
  await page.waitForURL('**/search?q=*')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'live chat' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.getByText('Recent searches').count()).toBe(0)
  expect(faults).toEqual([])
})

it('opens what was typed though Enter comes at once and the screen is long in coming', async () => {
  const { page } = await story.phone({ serviceWorkers: 'block' })
  await page.goto('/search')
  const field = page.getByRole('searchbox')
  await field.fill('withdraw')
  await page.getByRole('link', { name: 'How withdrawals work' }).waitFor()
  await page.route('**/assets/*.js', async (route) => {
    await page.waitForTimeout(2_000)
    await route.continue()
  })
  // All within one task of the page: nothing of it is drawn before Enter.
  await field.evaluate((input: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(input, 'live chat')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.form?.requestSubmit()
  })
  await page.getByText('Help without signing in').waitFor()
  expect(new URL(page.url()).pathname).toBe('/support')
  await page.goBack()
  await page.waitForURL('**/search?q=live+chat')
})

async function speak(page: Page, language: string): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('radio', { name: language }).click()
  await page.getByRole('heading', { name: language === 'English' ? 'Settings' : 'Ajustes', level: 1 }).waitFor()
}

it('takes what another app shares, keeps it through signing in, and sends nothing by itself', async () => {
  const { page, faults } = phone
  await page.goto('/support')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // From now on the worker is in charge of this page's requests.
  await page.reload()
  const bytes = [...(await photo(900, 900).jpeg().toBuffer())]
  await page.evaluate((all) => {
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/share', enctype: 'multipart/form-data' })
    const [text, file] = [document.createElement('input'), document.createElement('input')]
    Object.assign(text, { name: 'text', value: 'From another app' })
    Object.assign(file, { name: 'photos', type: 'file' })
    const given = new DataTransfer()
    given.items.add(new File([new Uint8Array(all)], 'receipt.jpg', { type: 'image/jpeg' }))
    file.files = given.files
    form.append(text, file)
    document.body.append(form)
    form.submit()
  }, bytes)
  await page.waitForURL('**/support?new=1&shared=1')
  await page.getByText('What you shared is kept on this device for a day').waitFor()
  // A guest cannot send the photo.
  expect(await page.getByText('A guest account will do').count()).toBe(0)
  await register(page, 'mei.tan@example.com', 'harbour lantern 7 tides')
  await page.goto('/support')
  await page.getByRole('link', { name: 'Put it in a message' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('From another app')
  await page.getByText('receipt.jpg').waitFor()
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(await story.app.db.query('select from support_ticket')).toEqual([])
  expect(faults).toEqual([])
})

it('offers articles first, loses nothing in a reload, in another language or without a signal, and is sent once', async () => {
  const { page, context, faults } = phone
  await page.getByLabel('What is it about?').selectOption('deposit')
  await page.getByRole('button', { name: 'Deposits' }).click()
  await page.getByRole('dialog').getByText('Open as a page').waitFor()
  await page.keyboard.press('Escape')
  await write(page, 'Where is my deposit?')
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('Where is my deposit?')
  await page.getByRole('img', { name: 'Photo 1' }).or(page.getByText('Photo 1')).first().waitFor()
  // It is in the message, and no more in what was shared.
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(await page.getByText('receipt.jpg').count()).toBe(0)
  await look('new')
  const here = page.url()
  await speak(page, 'Español')
  await page.goto(here)
  await expect.poll(() => page.getByRole('textbox', { name: 'Tu mensaje' }).inputValue()).toBe('Where is my deposit?')
  await speak(page, 'English')
  await page.goto(here)
  await expect.poll(() => page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('Where is my deposit?')
  await context.setOffline(true)
  await page.getByText('Needs a connection').first().waitFor()
  await context.setOffline(false)
  await expect.poll(() => page.getByText('Needs a connection').count()).toBe(0)
  await send(page)
  await page.waitForURL('**/support?id=*')
  await page.getByRole('log').getByText('Where is my deposit?').waitFor()
  await page.getByText('We answer by').waitFor()
  await page.getByText('This answer comes from a program').waitFor()
  expect(await story.app.db.query('select count(*)::int as count from support_message where by = $1', ['me'])).toEqual([{ count: 1 }])
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  faults.length = 0
})

it('is read and answered from the terminal while one looks, closed, and opened again by writing', async () => {
  const { page, faults } = phone
  const id = ticketId(page)
  expect(await operator('list')).toContain(id)
  await page.getByText('Sent', { exact: true }).waitFor()
  expect(await operator('show', id)).toContain('Where is my deposit?')
  await page.getByText('Read', { exact: true }).waitFor()
  await operator('answer', id, '--text', 'It came just now.')
  await page.getByText('It came just now.').waitFor()
  await page.getByText('Answered. If it is not solved, write again.').waitFor()
  await page.getByRole('button', { name: 'Photo 1, show it large' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 1' }).waitFor()
  await look('photo')
  await page.keyboard.press('Escape')
  await look('answered')
  await page.getByRole('button', { name: 'It is solved: close it' }).click()
  await page.getByText('This conversation is closed. Writing opens it again.').waitFor()
  await write(page, 'One more thing')
  await send(page)
  await page.getByRole('log').getByText('One more thing').waitFor()
  await page.getByText('We answer by').waitFor()
  await operator('answer', id, '--text', 'Of course.')
  await page.getByText('Of course.').waitFor()
  await operator('close', id)
  await page.getByText('This conversation is closed. Writing opens it again.').waitFor()
  await page.goto('/support')
  await page.getByText('Fairlead: Of course.').waitFor()
  await look('list')
  await page.goto('/messages')
  await page
    .getByText(/We answered you/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

it('leads from a screen to help on its subject without leaving it', async () => {
  const { page, faults } = phone
  await page.goto('/tixian')
  await page.getByRole('button', { name: 'Help with this screen' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /How withdrawals work/ }).click()
  await sheet.getByText('Open as a page').waitFor()
  await look('help')
  await sheet.getByRole('button', { name: 'All articles on this' }).click()
  await sheet.getByRole('link', { name: 'Ask us' }).click()
  await page.waitForURL('**/support?new=1')
  expect(faults).toEqual([])
})

it('shows twenty of many conversations, then the others, and asks once more for those that did not come', async () => {
  const { page, faults, context } = phone
  const older = Array.from({ length: 25 }, (_, at) => `Old question ${at + 1}`)
  await story.app.db.query(
    `with owner as (select user_id, min(created_ms) as began from support_ticket group by 1), made as (
       insert into support_ticket (id, user_id, topic, order_no, title, status, created_ms, updated_ms, first_answer_ms)
       select at, user_id, 'other', '', title, 2, began - at, began - at, began - at from owner, unnest($1::text[]) with ordinality as t (title, at)
       returning id, title, created_ms)
     insert into support_message (ticket_id, by, text, created_ms) select id, 'me', title, created_ms from made`,
    [older],
  )
  await page.goto('/support')
  const rows = page.getByRole('main').getByText(/^Old question \d+$/)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  const first = await rows.count()
  expect(first).toBeLessThan(25)
  const lost = '**/api/**pageNo=2**'
  await context.route(lost, (route) => route.abort())
  await more.click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await rows.count()).toBe(first)
  await context.unroute(lost)
  faults.length = 0
  await again.click()
  await expect.poll(() => rows.count()).toBe(25)
  expect((await more.count()) + (await again.count())).toBe(0)
  await look('many')
  expect(faults).toEqual([])
})
