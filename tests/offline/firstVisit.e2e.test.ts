import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyBytesOf, firstVisit, firstVisits } from '../support/firstVisit.ts'
import { type Session, signInAsGuest, startSession } from '../support/session.ts'

let story: Session

beforeAll(async () => {
  story = await startSession()
})
afterAll(async () => story.end())

it.each(firstVisits)('a first visit of $address fetches no more scripts than it needs, however long one waits', async (visit) => {
  const before = await story.phone()
  if (visit.isGuarded) await signInAsGuest(before.page)
  const { context } = await story.phone({ storageState: await before.context.storageState() })
  await before.context.close()
  const { page, scripts } = await firstVisit(context, visit.address)
  expect(new URL(page.url()).pathname).toBe(visit.address)
  const came = scripts()
  expect(bodyBytesOf(came), came.map(({ path, bodyBytes }) => `${path} ${bodyBytes}`).join('\n')).toBeLessThanOrEqual(visit.limit)
  await context.close()
})
