import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

it('says what a late price means for orders and for what is open, and how a first position comes about', async () => {
  const { page, faults } = await story.phone()
  // What the stream says of prices can be held back on its way.
  let isLate = false
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isLate || !String(message).includes('"tick"')) socket.send(message)
    })
  })
  await signInAsGuest(page)
  await page.goto('/heyue')
  await page.getByText('Long gains when the price rises, short when it falls.').waitFor()
  await page.getByRole('textbox', { name: 'Margin' }).fill('100')
  const review = page.getByRole('button', { name: 'Review long' })
  await expect.poll(() => review.isEnabled()).toBe(true)
  const panel = page.getByText('The price feed is late. New orders are paused.')
  expect(await panel.count()).toBe(0)
  await takeScreenshot(page, 'firstSteps')
  isLate = true
  await panel.waitFor()
  await takeScreenshot(page, 'lateFeed')
  await expect.poll(() => review.isEnabled()).toBe(false)
  isLate = false
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => review.isEnabled()).toBe(true)
  await page.getByRole('link', { name: 'Contracts, step by step' }).click()
  await page.waitForURL('**/articleDetail?id=contracts-step-by-step')
  expect(faults).toEqual([])
})
