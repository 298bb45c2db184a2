import { afterAll, beforeAll, expect, it } from 'vitest'
import { setOperatorSetting } from '#server/operator/settings.ts'
import { addStaff } from '#server/operator/staff.ts'
import { type Phone, type Session, startSession } from '../support/session.ts'

// Links to other sites: those that the house vouches for open at once, all others are shown first.
let story: Session
let phone: Phone

beforeAll(async () => {
  story = await startSession()
  const { app } = story
  const { staff } = await addStaff(app.db, { name: 'pia', roles: ['productManager'], by: 'machine:test', now: app.clock.now() })
  await setOperatorSetting({ app, kinds: [] }, staff, { name: 'vouchedHosts', value: 'docs.example.com *.example.org' })
  phone = await story.phone()
  // Nothing outside of this machine is asked for anything.
  await phone.context.route(/^https:\/\/[^/]*(example|xn--)/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Another site</h1>' }),
  )
})
afterAll(() => story?.end())

const outlink = (link: string): string => `/outlink?url=${encodeURIComponent(link)}`
const heading = () => phone.page.getByRole('heading', { level: 1 })

it.each(['https://docs.example.com/guide?page=2#top', 'https://press.example.org/'])(
  'opens %s at once, and the way back leads to where one was',
  async (link) => {
    const { page } = phone
    await page.goto('/xinwen')
    await heading().filter({ hasText: 'News' }).waitFor()
    // As a link inside of an article does it; the answer comes before this page is gone.
    await page.evaluate((to) => void setTimeout(() => history.pushState(null, '', to)), outlink(link))
    await page.waitForURL(link)
    await page.getByRole('heading', { name: 'Another site' }).waitFor()
    await page.goBack()
    await heading().filter({ hasText: 'News' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/xinwen')
  },
)

it.each([
  'https://evildocs.example.com/',
  'https://docs.example.com.evil.example/',
  'https://docs.example.com:8443/',
  'https://docs.example.com./',
  'https://example.org/',
  'http://docs.example.com/',
  'https://docs.\uff45xample.com/',
  'https://docs.ex\u0430mple.com/',
])('shows %s first, whole', async (link) => {
  const { page } = phone
  await page.goto(outlink(link))
  await heading().filter({ hasText: 'Leaving Fairlead' }).waitFor()
  const way = page.getByRole('link', { name: 'Open in a new tab' })
  await way.waitFor()
  expect(await way.getAttribute('href')).toBe(new URL(link).href)
  expect(new URL(page.url()).origin).toBe(story.origin)
})

it.each(['javascript:document.title="ran"', 'data:text/html,<h1>x</h1>', 'https://docs.example.com@evil.example/'])(
  'refuses %s as ever',
  async (link) => {
    const { page } = phone
    await page.goto(outlink(link))
    await heading().filter({ hasText: 'Link not opened' }).waitFor()
    expect(await page.getByRole('link', { name: 'Open in a new tab' }).count()).toBe(0)
  },
)

it('warns where it is not known whom the house vouches for, and stays with that', async () => {
  const other = await story.phone({ serviceWorkers: 'block' })
  let answers = false
  await other.context.route(/getKeyByParam\?key=sys_set|\/api\/app\/frame/, (route) => (answers ? route.fallback() : route.abort()))
  await other.page.goto(outlink('https://docs.example.com/'))
  await other.page.getByRole('link', { name: 'Open in a new tab' }).waitFor()
  const answered = other.page.waitForResponse(/key=sys_set/)
  answers = true
  // Looked at again, the app asks once more.
  await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await answered
  await other.page.getByRole('link', { name: 'Open in a new tab' }).waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/outlink')
})

it('nothing of it is an error', () => expect(phone.faults).toEqual([]))
