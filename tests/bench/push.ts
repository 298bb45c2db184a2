import { createDatabasePool, type Database } from '#db/database.ts'
import { systemClock } from '#server/core/clock.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { type NewNotice, writeNotices } from '#server/notifications/writeNotices.ts'
import { startPushJobs } from '#server/notifications/push/engine.ts'
import { getOrCreateVapidKey } from '#server/notifications/push/vapid.ts'
import { startPushService } from '../support/pushEndpoint.ts'
import { testTarget } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'
import { pushDelivery } from './support/pushDelivery.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const single = sized(200, 5)
const people = sized(2_000, 50)
const answerMs = 20

type Service = Awaited<ReturnType<typeof startPushService>>

/** What a push service sees, and what a phone shows. */
export const push = async (): Promise<Row[]> => [...(await pushDelivered()), ...(await pushDelivery())]

/** From a notice that is written to its arrival, opened, at a push service on loopback: alone, two thousand at once, and beside a host that hangs. */
async function pushDelivered(): Promise<Row[]> {
  const { place, remove } = await testTarget()
  const db = createDatabasePool(place)
  const app = testContext(db, systemClock)
  const { publicKey } = await getOrCreateVapidKey(db, Date.now())
  const [service, hanging] = [await startPushService(publicKey), await startPushService(publicKey)]
  const stop = startPushJobs(app)
  try {
    await fill(db, service, hanging)
    await tell(app, [1])
    const bare = await many(single, () => timed(() => tell(app, [people + 1])))
    const written = await many(single, () => timed(() => tell(app, [1])))
    await heard(service, () => service.arrived.length > single)
    const alone = await many(single, async (n) => arrivalOf(service, app, 1 + (n % people)))
    service.answerAfter(answerMs)
    const crowd = await rush(service, app)
    service.answerAfter(0)
    await tell(app, Array<number>(100).fill(people + 2))
    const beside = await many(single, async (n) => arrivalOf(service, app, 1 + (n % people)))
    if (service.faults.length > 0) throw service.faults[0]
    return [
      {
        name: 'Notice to delivery at the endpoint, median',
        figure: quantile(alone, 0.5),
        unit: 'ms',
        beside: { what: 'a second', figure: 1_000 },
      },
      { name: 'The same, p99', figure: quantile(alone, 0.99), unit: 'ms', beside: { what: 'a second', figure: 1_000 } },
      {
        name: 'The same beside a host that never answers, p99',
        figure: quantile(beside, 0.99),
        unit: 'ms',
        beside: { what: 'without it', figure: quantile(alone, 0.99) },
      },
      {
        name: `${people} people told at once, host answers after ${answerMs} ms: messages a second`,
        figure: (people / crowd) * 1000,
        unit: '',
        beside: { what: 'eight at a time', figure: (8 / answerMs) * 1000 },
      },
      {
        name: 'Writing a notice to somebody with a device, while it is sent, median',
        figure: quantile(written, 0.5),
        unit: 'ms',
        beside: { what: 'without', figure: quantile(bare, 0.5) },
      },
    ]
  } finally {
    await stop()
    await service.close()
    await hanging.close()
    await db.close()
    await remove()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function many(count: number, worker: (n: number) => Promise<number>): Promise<number[]> {
  const figures: number[] = []
  for (let n = 0; n < count; n++) figures.push(await worker(n))
  return figures
}

let told = 0
/** One transaction that writes a notice to each of them. */
async function tell(app: AppContext, userIds: readonly number[]): Promise<void> {
  const notices = userIds.map(
    (userId): NewNotice => ({
      userId: String(userId),
      type: 'transaction',
      kind: 'depositCredited',
      params: { money: '100', currency: 'USDT', network: 'ERC20' },
      link: '/chongzhi',
      refType: 'deposit',
      refId: String(++told),
    }),
  )
  const effects: (() => void)[] = []
  await app.db.transaction((sql) => writeNotices(app, sql, notices, (effect) => effects.push(effect)))
  for (const effect of effects) effect()
}

const heard = (service: Service, isEnough: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => isEnough() && resolve()
    service.hear(look)
    look()
  })

async function arrivalOf(service: Service, app: AppContext, userId: number): Promise<number> {
  service.forget()
  const began = performance.now()
  await tell(app, [userId])
  await heard(service, () => service.arrived.length === 1)
  return service.arrived[0]!.atMs - began
}

async function rush(service: Service, app: AppContext): Promise<number> {
  service.forget()
  const began = performance.now()
  await tell(
    app,
    Array.from({ length: people }, (_, n) => n + 1),
  )
  await heard(service, () => service.arrived.length === people)
  return performance.now() - began
}

/** Straight into the tables: people with a browser each, one without, and one whose push service never answers. */
async function fill(db: Database, service: Service, hanging: Service): Promise<void> {
  hanging.subscribe('stuck')
  hanging.behave('stuck', 'hang')
  await db.query(
    `insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
     select n, (10000000 + n)::text, n || '@example.com', 'P' || n, 'NZ', 'en-us', false, 'c' || n, 1 from generate_series(1, $1::int + 2) n`,
    [people],
  )
  await db.query(
    `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms)
     select n, n, sha256(n::text::bytea), '', '', 1, 1, 9000000000000 from generate_series(1, $1::int + 2) n`,
    [people],
  )
  const listening = Array.from({ length: people }, (_, n) => ({ user: n + 1, ...service.subscribe(`b${n + 1}`) }))
  const all = [...listening, { user: people + 2, ...hanging.subscribe('stuck') }]
  await db.query(
    `insert into push_device (id, user_id, session_id, endpoint, host, p256dh, auth, topics, created_ms)
     select d.n, d.n, d.n, d.endpoint, d.host, d.p256dh, d.auth, '{transaction}', 1
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bytea[], $5::bytea[]) as d (n, endpoint, host, p256dh, auth)`,
    [
      all.map(({ user }) => user),
      all.map(({ endpoint }) => endpoint),
      all.map(({ endpoint }) => new URL(endpoint).host),
      all.map(({ keys }) => Buffer.from(keys.p256dh, 'base64url')),
      all.map(({ keys }) => Buffer.from(keys.auth, 'base64url')),
    ],
  )
}
