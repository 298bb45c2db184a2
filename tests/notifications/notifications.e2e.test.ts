import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NewNotice, writeNotices } from '#server/notifications/writeNotices.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { type PushPhone, pressNotification, pushPhone, notificationsOf } from '../support/pushPhone.ts'
import { findOverflow, type Phone, takeScreenshot, type Session, startSession } from '../support/session.ts'
import { isWhole, waitUntilTrue } from '../support/waitUntilTrue.ts'

let story: Session
let phone: Phone
let push: PushPhone
beforeAll(async () => {
  story = await startSession()
  phone = await story.phone({ permissions: ['notifications'], timezoneId: 'Asia/Tokyo' })
  push = await pushPhone(phone.context, story.origin)
})
afterAll(async () => {
  await push?.close()
  await story?.end()
})

const rows = <T extends object>(text: string): Promise<T[]> => story.app.db.query<T>(text)
const unread = async (): Promise<number> =>
  Number((await rows<{ n: number }>('select count(*)::int as n from inbox_notice where read_ms is null'))[0]?.n)
const device = async () => (await rows<Record<string, unknown>>('select topics, quiet_from, quiet_to, offset_minutes from push_device'))[0]

/** Something that happened to the one person there is. */
async function happens(refId: string, over: Partial<NewNotice> = {}): Promise<void> {
  const [person] = await rows<{ id: string }>('select id from account order by id limit 1')
  const notice: NewNotice = {
    userId: person?.id ?? '',
    type: 'transaction',
    kind: 'depositCredited',
    params: { money: '1512.50000000', currency: 'USDT', network: 'ERC20' },
    link: '/chongzhi',
    refType: 'deposit',
    refId,
    ...over,
  }
  const effects: (() => void)[] = []
  await story.app.db.transaction((sql) => writeNotices(story.app, sql, [notice], (effect) => effects.push(effect)))
  for (const effect of effects) effect()
}

const look = async (name: string): Promise<void> => {
  expect(await findOverflow(phone.page)).toEqual([])
  await takeScreenshot(phone.page, `notifications-${name}`)
}

it('are offered after the first order and not before, and chosen by topic and hour', async () => {
  const { page, faults } = phone
  await page.goto('/heyue?symbol=BTCUSDT')
  await page.waitForURL('**/login?redirect=*')
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByRole('checkbox', { name: 'I have kept the password' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/heyue*')
  await page.getByRole('slider', { name: 'Leverage' }).fill('5')
  await page.getByRole('textbox', { name: 'Margin' }).fill('600')
  expect(await page.getByText('Hear of your orders').count()).toBe(0)
  await page.getByRole('button', { name: 'Review long' }).click()
  await page.getByText('Most you can lose:').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Position opened').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Hear of your orders and deposits while the app is closed?').waitFor()
  await look('offer')

  await page.getByRole('link', { name: 'Choose' }).click()
  await page.waitForURL('**/notifications')
  await page.getByRole('switch', { name: 'Task' }).click()
  await look('off')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Each device has its own choice').waitFor()
  await expect.poll(device).toEqual({ topics: ['transaction', 'alert', 'system'], quiet_from: null, quiet_to: null, offset_minutes: null })
  await page.getByRole('switch', { name: 'Leave me alone at night' }).click()
  await page.getByLabel('To', { exact: true }).selectOption('06:30')
  await expect.poll(device).toMatchObject({ quiet_from: 1320, quiet_to: 390, offset_minutes: 540 })
  await look('on')
  await page.getByRole('switch', { name: 'Leave me alone at night' }).click()
  await expect.poll(device).toMatchObject({ quiet_from: null })

  await page.goto('/heyue?symbol=BTCUSDT')
  await page.getByText('Positions (1)').waitFor()
  expect(await page.getByText('Hear of your orders').count()).toBe(0)
  expect(faults).toEqual([])
})

it('arrive sealed, are shown by the worker, and open what they are about', async () => {
  const { page, context } = phone
  await happens('1')
  await expect
    .poll(() => notificationsOf(page))
    .toMatchObject([{ title: '1,512.50 USDT arrived', body: 'The deposit over ERC20 is credited and can be used.\nSandbox · play money' }])
  expect(await unread()).toBe(1)
  await pressNotification(context)
  await page.waitForURL('**/chongzhi')
  await expect.poll(unread).toBe(0)
  await expect.poll(() => notificationsOf(page)).toEqual([])
  // A topic that was not chosen is kept in the inbox alone.
  await happens('', { type: 'task', kind: 'kycAuthorised', refType: '', params: {}, link: '/renzhengResult' })
  await happens('2', { link: '' })
  await expect.poll(() => push.arrived.length).toBe(2)
  expect(push.arrived[1]).toMatchObject({ topic: 'transaction', link: '/messages', unread: 2 })
  expect(push.faults).toEqual([])
})

it('say no amounts to whoever hides them, wherever that was pressed', async () => {
  const { page } = phone
  await page.goto('/home')
  await page.getByRole('button', { name: 'Hide balances' }).click()
  await expect
    .poll(async () => (await rows<{ hides: string }>(`select settings ->> 'hideBalance' as hides from account limit 1`))[0]?.hides)
    .toBe('1')
  await happens('3')
  await expect.poll(() => push.arrived.length).toBe(3)
  expect(push.arrived[2]?.title).toBe('•••• USDT arrived')
})

it('read without a signal they stay read, and the worker sends it to the server when there is one', async () => {
  const { page, context } = phone
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Mark as read:' }).nth(2).waitFor()
  await look('messages')
  await waitUntilTrue(page, isWhole)
  await context.setOffline(true)
  await page.getByRole('listitem').filter({ hasText: 'USDT arrived' }).first().getByRole('button', { name: 'Mark as read:' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Mark as read:' }).count()).toBe(2)
  await selectRadio(page.getByRole('radio', { name: /Task/ }), { force: true })
  await page.getByText('Your identity is verified').waitFor()
  await page.reload()
  await selectRadio(page.getByRole('radio', { name: /All/ }), { force: true })
  await expect.poll(() => page.getByRole('button', { name: 'Mark as read:' }).count()).toBe(2)
  await look('offline')
  expect(await unread()).toBe(3)

  // The app is closed before there is a network again.
  await page.goto('about:blank')
  await context.setOffline(false)
  const session = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [own] }) => own && found(own.registrationId))
    void session.send('ServiceWorker.enable')
  })
  await session.send('ServiceWorker.dispatchSyncEvent', { origin: story.origin, registrationId, tag: 'left', lastChance: false })
  await expect.poll(unread).toBe(2)
})

it('all are marked at once, and not if it is taken back', async () => {
  const { page } = phone
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Mark as read:' }).count()).toBe(0)
  await look('undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Mark as read:' }).nth(1).waitFor()
  expect(await unread()).toBe(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(unread).toBe(0)
})

it('end with the sign-in on this device, also where the server cannot be reached', async () => {
  const { page, context } = phone
  await page.goto('/my')
  await page.getByText('Asset center').waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('browser-subscription'))).toBeNull()
  await context.setOffline(false)
  expect(await device()).toBeDefined()
  // What was on its way is nobody's; what comes next finds nobody.
  await push.deliver(page, { ...push.arrived[0], title: 'Something private' })
  await expect.poll(() => notificationsOf(page)).toMatchObject([{ title: 'Fairlead', body: '' }])
  await happens('9')
  await expect.poll(device).toBeUndefined()
})

it('are explained where the browser blocks them', async () => {
  // Something else is granted, and so this is not.
  const other = await story.phone({ viewport: { width: 320, height: 640 }, colorScheme: 'dark', permissions: ['geolocation'] })
  await other.page.goto('/login')
  await other.page.getByRole('button', { name: 'Look around as a guest' }).click()
  await other.page.getByText('You are in').waitFor()
  await other.page.goto('/notifications')
  await other.page.getByText('Your browser blocks notifications from Fairlead').waitFor()
  expect(await findOverflow(other.page)).toEqual([])
  await takeScreenshot(other.page, 'notifications-blocked')
  // Allowed in the browser meanwhile: the page notices.
  await other.context.grantPermissions(['notifications'])
  await other.page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
  expect(other.faults).toEqual([])
})
