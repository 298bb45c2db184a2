import { randomUUID } from 'node:crypto'
import { liveSessions } from '#account/liveSessions.ts'
import { startMails } from '#account/mailOutbox.ts'
import { connect, type Place } from '#db/database.ts'
import { startLiving } from '#db/living.ts'
import { openNotices } from '#db/notices.ts'
import { openDatabase } from '#db/open.ts'
import { createMarket, type MarketParts, type RunningMarket } from '#market/createMarket.ts'
import { connectionName, createLease } from '#market/lease.ts'
import { startAlerts } from './alerts/engine.ts'
import type { Clock } from './clock.ts'
import { startCompetitions } from './competitions/engine.ts'
import { offerCompetitions } from './competitions/offer.ts'
import { seedSample } from './competitions/sample.ts'
import type { Config } from './config.ts'
import { startDataRights } from './dataRights/engine.ts'
import { seedContent } from './content/seedContent.ts'
import { keepEnvironment } from './environment.ts'
import { createEvents, type Events } from './events.ts'
import { startReplay } from './fairness/replay.ts'
import { startSigner } from './fairness/signer.ts'
import { startStats } from './fairness/statsEngine.ts'
import { publishTerms } from './fairness/terms.ts'
import { startDeposits } from './deposits/engine.ts'
import type { House } from './house.ts'
import { fundSandbox } from '#ledger/sandboxFund.ts'
import { attachPriceStream } from './http/priceStream.ts'
import { explainersOf, gather, tellersOf, valuationsOf } from './http/gather.ts'
import { createHttp, type HttpOptions } from './http/server.ts'
import { listenOn } from './listen.ts'
import { startSandboxReviewer } from './operator/sandboxReviewer.ts'
import { startLevels } from './levels/engine.ts'
import { startLoans } from './loans/engine.ts'
import { startOptions } from './options/engine.ts'
import { optionsOfMany } from './options/valuation.ts'
import { startIeo } from './ieo/engine.ts'
import { seedIeos } from './ieo/seedIeos.ts'
import { startOrderRechecks } from './orderRechecks.ts'
import { startPushes } from './push/engine.ts'
import { openDebts } from './products/debtWork.ts'
import { startProducts } from './products/engine.ts'
import { productKinds } from './products/kinds.ts'
import { productsOfMany } from './products/valuation.ts'
import { seedProducts } from './products/seedProducts.ts'
import { refuseWrongChains } from './refuseWrongChains.ts'
import { reviewKinds } from './reviews.ts'
import { startSecondContracts } from './secondContracts/engine.ts'
import { recheckSpot, startSpot } from './spot/engine.ts'
import { startSupport } from './support/engine.ts'
import { startSteadyClock } from './steadyClock.ts'
import { termsOfRelease } from './termsOfRelease.ts'
import { startTeam } from './team/engine.ts'
import { endContest } from './trading/endContest.ts'
import { startEngine } from './trading/engine.ts'
import { recheckContracts } from './trading/recheck.ts'
import { startExpiry } from './verification/expiry.ts'
import { startWithdrawals } from './withdrawals/engine.ts'
import { startAccountValues } from './wallet/valueJob.ts'
import { payersOf } from './withdrawals/payers.ts'
import { keepPayoutWays } from './withdrawals/payoutWays.ts'
import { publishReleaseTerms } from './withdrawals/releaseTerms.ts'

export interface Server {
  /** Such as http://127.0.0.1:4300. */
  address: string
  house: House
  market: RunningMarket
  /** The database in words, for whoever started the server. */
  database: string
  stop(): Promise<void>
}

export interface ServerOptions extends HttpOptions {
  clock?: Clock
  /** Another feed than the settings name, or one that moves by hand. */
  market?: Pick<MarketParts, 'feed' | 'byHand'>
  /** How often mails, deposits, withdrawals and the sandbox's reviewer look for what is due, instead of each at its own pace. */
  lookEveryMs?: number | undefined
}

/** What this server and the others on its database need of each other: a name, a time, words, and who records. */
async function joinOthers(place: Place, name: string, started: (() => unknown)[], report: typeof console.error) {
  // A connection of its own: the lease must not wait behind a busy pool.
  const db = connect(place, { poolSize: 1, name: connectionName(name) })
  started.push(db.close)
  const time = await startSteadyClock(db)
  const notices = await openNotices(place, name, report)
  started.push(notices.close)
  const lease = createLease({ db, holder: name, onTime: time.hear, report })
  started.push(lease.stop)
  const live = (events: Events): unknown => started.push(startLiving(db, name, events.missed))
  return { time, notices, lease, live }
}

/** Database → market → rooms → HTTP → stream; what was started is stopped again, last first, on `stop` and when a later part cannot start. */
export async function startServer(
  config: Config,
  { clock: givenClock, market: marketOptions, lookEveryMs, ...options }: ServerOptions = {},
): Promise<Server> {
  const started: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    await refuseWrongChains(config)
    const name = randomUUID()
    const database = await openDatabase(config, connectionName(name))
    started.push(database.stop)
    const { db, place } = database
    await keepEnvironment(db, config.env)
    await seedContent(db, config.env)
    await publishReleaseTerms(db)
    await publishTerms(db, termsOfRelease())
    await keepPayoutWays(db, payersOf(config))
    const { time, notices, lease, live } = await joinOthers(place, name, started, console.error)
    const clock = givenClock ?? time
    if (config.env === 'sandbox') await fundSandbox(db, clock)
    const market = createMarket({ db, clock, config, lease, notices, ...marketOptions })
    started.push(market.stop)
    const house: House = { config, clock, db, market, events: createEvents({ notices, db }) }
    await seedProducts(house, productKinds(house))
    await openDebts(db, clock.now())
    await seedIeos(house)
    await seedSample(house)
    await offerCompetitions(house)
    live(house.events)
    // Before the first record, so that what waited while no server ran is settled by it.
    started.push(startEngine(house))
    started.push(startSecondContracts(house))
    started.push(startSpot(house))
    started.push(startOptions(house))
    started.push(startProducts(house))
    started.push(startLoans(house))
    started.push(startIeo(house))
    started.push(startCompetitions(house, endContest(house)))
    started.push(startTeam(house))
    started.push(startAlerts(house))
    started.push(startSupport(house))
    started.push(startDataRights(house, tellersOf(house)))
    started.push(startExpiry(house))
    started.push(startOrderRechecks(house, [recheckContracts(house), recheckSpot(house)]))
    started.push(startMails(house, lookEveryMs))
    started.push(startPushes(house))
    started.push(startSigner(house).stop)
    started.push(startReplay(house, explainersOf(house)))
    started.push(startStats(house))
    if (config.env === 'sandbox') started.push(startSandboxReviewer(house, reviewKinds(house), console.error, lookEveryMs).stop)
    await market.start()
    started.push(startDeposits(house, console.error, lookEveryMs))
    // After the market: a snapshot is worth what prices say.
    started.push(startLevels(house, [optionsOfMany(house), productsOfMany(house, productKinds(house))]))
    started.push(startAccountValues(house, valuationsOf(house)))
    started.push(startWithdrawals(house, payersOf(config), lookEveryMs))
    const http = createHttp(house, gather(house), options)
    started.push(http.close)
    const aliveSessions = (ids: readonly string[]) => liveSessions(db, ids, clock.now())
    const isBehindProxy = config.publicOrigin !== undefined
    const { server, visitorOf } = http
    const stream = attachPriceStream({ server, market, events: house.events, clock, isBehindProxy, visitorOf, aliveSessions })
    started.push(stream.close)
    return { address: await listenOn(http, config), house, market, database: database.words, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
