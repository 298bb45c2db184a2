import type { SignedInUser } from '#server/core/visitor.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { Database } from '#db/database.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import type { ManualFeed } from '#market/feeds/manualFeed.ts'
import { type CompetitionPollState, runDueCompetitionJobs } from '#server/competitions/engine.ts'
import { competitionHalfTimeMs } from '#server/competitions/offer.ts'
import { getOrCreateCompetitionStandingsTracker } from '#server/competitions/standings.ts'
import { createCompetitionEntryContractsCloser } from '#server/trading/endCompetition.ts'
import { fullFixture } from '../ledger/fullFixture.ts'

const d = asDecimal
export const start: Record<string, string> = { BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '2400', USDJPY: '155', EURJPY: '170' }

/** Every module, with competitions made by hand. Times in seconds from the world's beginning. */
export async function competitionFixture(over: { db?: Database; feed?: ManualFeed; startMs?: number } = {}) {
  const world = await fullFixture(over)
  await fundSandboxReserves(world.db, world.clock)
  const { db, clock } = world
  await getOrCreateCompetitionStandingsTracker(world.app).ready()
  let seen: CompetitionPollState = { againMs: new Map() }
  let people = 0

  /** A competition that begins and ends so many seconds from now. */
  async function competition(
    id: string,
    given: {
      from?: number
      to: number
      prizes?: string[]
      symbols?: string[]
      minTrades?: number
      fund?: string
      lever?: number
      reviewSeconds?: number
      series?: string
      name?: string
    },
  ): Promise<string> {
    const now = clock.now()
    const [from, to] = [now + (given.from ?? 0) * 1000, now + given.to * 1000]
    await db.query(
      `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades, review_ms)
       values ($1, $11, $13, $12, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        given.fund ?? '100000',
        from,
        to,
        competitionHalfTimeMs(from, to),
        given.prizes ?? [],
        given.symbols ?? ['BTCUSDT', 'ETHUSDT', 'EURJPY'],
        given.lever ?? 10,
        given.minTrades ?? 0,
        (given.reviewSeconds ?? 0) * 1000,
        given.series ?? id,
        given.name ?? id,
        // A round that the house itself does not come to.
        given.series === undefined ? 1 : 900,
      ],
    )
    return id
  }

  /** Somebody with an account, so that they have a name. */
  async function person(also: Partial<SignedInUser> = {}): Promise<SignedInUser> {
    const visitor = await world.person(also)
    await db.query(
      `insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
       values ($1, $2, $3, $4, 'NZ', 'en-us', false, $2, 1) on conflict do nothing`,
      [visitor.userId, String(30_000_000 + Number(visitor.userId)), `p${visitor.userId}@example.com`, `Person ${++people}`],
    )
    return visitor
  }

  const join = (visitor: SignedInUser, id: string): Promise<Competition> =>
    world.ask(visitor, async (context) => world.rooms.competitions.join({ id }, context))
  const leave = (visitor: SignedInUser, id: string): Promise<Competition> =>
    world.ask(visitor, async (context) => world.rooms.competitions.exit({ id }, context))
  const shown = (visitor: SignedInUser, id: string): Promise<Competition> =>
    world.ask(visitor, async (context) => world.rooms.competitions.competition({ id }, context))

  return {
    world,
    db,
    clock,
    competition,
    person,
    join,
    leave,
    shown,
    mine: (visitor: SignedInUser) =>
      world.ask(visitor, async (context) => world.rooms.competitions.myEntries({ pageNo: 1, pageSize: 100 }, context)),
    ranking: (visitor: SignedInUser, id: string, pageNo = 1, pageSize = 100) =>
      world.ask(visitor, async (context) => world.rooms.competitions.ranking({ id, pageNo, pageSize }, context)),
    open: async (visitor: SignedInUser, over: Partial<ContractOrderRequest> = {}) => {
      const order: ContractOrderRequest = {
        accountType: 3,
        posType: 2,
        symbol: 'BTCUSDT',
        direction: 1,
        orderType: 1,
        slippageBps: 200,
        lever: 5,
        ...(over.money === undefined && { quantity: d('0.1') }),
        ...over,
      }
      return requireOrderKind(2, await world.place(visitor, order))
    },
    close: (visitor: SignedInUser, id: string) => world.ask(visitor, async (context) => world.rooms.trading.closePosition({ id }, context)),
    next: world.next,
    /** What the engine does every second. */
    work: () => runDueCompetitionJobs(world.app, createCompetitionEntryContractsCloser(world.app), seen),
    /** Another server takes over in this moment. */
    restart: async () => {
      seen = { againMs: new Map() }
      await world.restart()
      await getOrCreateCompetitionStandingsTracker(world.app).ready()
    },
    standings: () => getOrCreateCompetitionStandingsTracker(world.app),
    /** In book 3 in all of somebody's competitions, or in this one. */
    held: async (visitor: SignedInUser, inBook: number, compId?: string): Promise<Decimal> => {
      const [row] = await db.query<{ amount: Decimal }>(
        `select coalesce(sum(amount), 0)::numeric(36, 8) as amount from balance where book = $2 and case when book <> 3 then user_id = $1
         else user_id in (select wallet_id from competition_entry where user_id = $1 and ($3::text is null or competition_id = $3)) end`,
        [visitor.userId, inBook, compId ?? null],
      )
      return row?.amount ?? d('0')
    },
    end: world.end,
  }
}
