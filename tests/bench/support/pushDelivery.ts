import type { Page } from 'playwright-core'
import { type NewNotice, writeNotices } from '#server/notifications/writeNotices.ts'
import { pushPhone } from '../../support/pushPhone.ts'
import { type Session, signInAsGuest, startSession } from '../../support/session.ts'
import { builtApp } from './builtApp.ts'
import { sized } from './size.ts'
import { quantile, type Row } from './table.ts'

const times = sized(40, 3)
const firstFew = 3

/**
 * From a notice that is written to the notification on the phone's screen: server, seal, HTTP on loopback, the phone's keys, its worker. A
 * push service and a radio between the two add their own time, which no figure of this machine can tell.
 */
export async function pushDelivery(): Promise<Row[]> {
  const app = await builtApp()
  const story = await startSession({ http: { dist: app.dist } })
  try {
    const { page, context } = await story.phone({ permissions: ['notifications'] })
    const push = await pushPhone(context, story.origin)
    let onShown = () => {}
    await context.exposeFunction('shown', () => onShown())
    await signInAsGuest(page)
    await page.goto('/notifications')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await page.getByText('Each device has its own choice').waitFor()
    await hearWorker(page)
    const figures: number[] = []
    for (let n = 0; n < times + firstFew; n++) {
      const began = performance.now()
      const shown = new Promise<void>((resolve) => (onShown = resolve))
      await tell(story, n)
      await shown
      figures.push(performance.now() - began)
    }
    await push.close()
    const settled = figures.slice(firstFew)
    const beside = { what: 'a second', figure: 1_000 }
    return [
      { name: 'Notice to notification on a phone over loopback, median', figure: quantile(settled, 0.5), unit: 'ms', beside },
      { name: 'The same, p95', figure: quantile(settled, 0.95), unit: 'ms', beside },
    ]
  } finally {
    await story.end()
  }
}

/** The worker says that the inbox changed once the notification stands. */
const hearWorker = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { shown } = globalThis as unknown as { shown(): Promise<void> }
    navigator.serviceWorker.addEventListener('message', ({ data }) => void (data?.type === 'fresher' && shown()))
  })

async function tell({ app: appContext }: Session, n: number): Promise<void> {
  const [person] = await appContext.db.query<{ id: string }>('select id from account order by id limit 1')
  const notice: NewNotice = {
    userId: person?.id ?? '',
    type: 'transaction',
    kind: 'depositCredited',
    params: { money: '100', currency: 'USDT', network: 'ERC20' },
    link: '/chongzhi',
    refType: 'deposit',
    refId: String(n),
  }
  const effects: (() => void)[] = []
  await appContext.db.transaction((sql) => writeNotices(appContext, sql, [notice], (effect) => effects.push(effect)))
  for (const effect of effects) effect()
}
