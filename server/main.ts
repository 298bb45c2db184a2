import { randomUUID } from 'node:crypto'
import { liveSessionIdsAmong } from '#account/liveSessions.ts'
import { startMailJobs } from './notifications/mail/mailOutbox.ts'
import { createDatabasePool, type DatabaseTarget } from '#db/database.ts'
import { startServerHeartbeat } from '#db/heartbeat.ts'
import { openPeerBroadcast } from '#db/pubsub.ts'
import { openMigratedDatabase } from '#db/open.ts'
import { startDelistingsRefresh } from '#market/delistings.ts'
import { createMarketDataService, type MarketDataServiceParts, type StartableMarketDataService } from '#market/createMarket.ts'
import { serverDatabaseConnectionName, createRecorderLease } from '#market/record/lease.ts'
import { startPriceAlertJobs } from './alerts/engine.ts'
import type { Clock } from './core/clock.ts'
import { startCompetitionJobs } from './competitions/engine.ts'
import { offerSandboxCompetitions } from './competitions/offer.ts'
import { seedSampleCompetition } from './competitions/sample.ts'
import type { Config } from './core/startup/config.ts'
import { startPriceRecordRootJobs } from './content/dayRoots.ts'
import { startDataRightsJobs } from './dataRights/engine.ts'
import { seedContent } from './content/seedContent.ts'
import { setOrAssertDatabaseEnvironment } from './core/startup/environment.ts'
import { createServerEventBus, type ServerEventBus } from './core/events.ts'
import { startSettlementReplayJobs } from './fairness/replay.ts'
import { startPriceRecordSigner } from './fairness/signer.ts'
import { startFairnessStatsJobs } from './fairness/statsEngine.ts'
import { startTermChangeNoticeJobs } from './fairness/notifyTermChanges.ts'
import { publishReleasedTerms } from './fairness/terms.ts'
import { startDepositJobs } from './deposits/engine.ts'
import type { AppContext } from './core/appContext.ts'
import { startCountryProductPermissionsPoll, loadCountryProductPermissionStore } from './core/legalRecords.ts'
import { startLedgerCheckJobs } from '#ledger/checks/nightlyCheck.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { attachPriceStream } from './http/stream/priceStream.ts'
import {
  createSettlementExplainers,
  createCallHandlers,
  createDelistingSettlers,
  createPersonalDataArchiveReaders,
  createAssetValuationReaders,
} from './modules.ts'
import { createAppHttpServer, type HttpServerOptions } from './http/server.ts'
import { listenHttpServer } from './core/startup/listen.ts'
import { startSandboxReviewer } from './operator/sandboxReviewer.ts'
import { startLevelJobs } from './levels/engine.ts'
import { startLoanJobs } from './loans/engine.ts'
import { startOptionJobs } from './options/engine.ts'
import { createOptionBatchValuationReader } from './options/valuation.ts'
import { startIeoJobs } from './ieo/engine.ts'
import { seedExampleIeos } from './ieo/seedExampleIeos.ts'
import { startDelistingJobs } from './orders/delistings.ts'
import { startDelistingNoticeJobs } from './orders/notifyDelistings.ts'
import { startPendingOrderRechecks } from './orders/orderRechecks.ts'
import { startPushJobs } from './notifications/push/engine.ts'
import { createAndOpenDueDebtProjects } from './products/debt/debtJobs.ts'
import { startProductJobs } from './products/engine.ts'
import { createProductKinds } from './products/kinds.ts'
import { createProductGainsBatchValuationReader } from './products/valuation.ts'
import { seedProducts, startProductTermsRefresh } from './products/seedProducts.ts'
import { assertClockNotBehindRecord } from './core/startup/checkStartClock.ts'
import { refuseNodesOnWrongChain } from './chains/refuseWrongChains.ts'
import { log, type LogError } from './core/log.ts'
import { createReviewKinds } from './operator/reviewKinds.ts'
import { startSecondContractJobs } from './secondContracts/engine.ts'
import { createSpotOrderRechecker, startSpotJobs } from './spot/engine.ts'
import { startSupportJobs } from './support/engine.ts'
import { createSymbolSpecByTimeResolver } from './terms/specsByTime.ts'
import { createSteadyClockFromDatabase } from './core/startup/steadyClock.ts'
import { startTermsRefresh } from './terms/termsByTime.ts'
import { termsOfReleaseExceptWithdrawals } from './terms/termsOfRelease.ts'
import { startTeamRebateJobs } from './team/engine.ts'
import { createCompetitionEntryContractsCloser } from './trading/endCompetition.ts'
import { startUnlistedContractJobs } from './trading/endOfMarket.ts'
import { startStaleMarketNotices } from './trading/staleMarkets.ts'
import { startContractEngine } from './trading/engine.ts'
import { createContractOrderRechecker } from './trading/recheck.ts'
import { startKycDocumentExpiryJobs } from './verification/expiry.ts'
import { createEmergencyContactEraser } from './verification/eraseEmergencyContact.ts'
import { startWithdrawalJobs } from './withdrawals/engine.ts'
import { startAccountValueJobs } from './wallet/valueJob.ts'
import { createPayoutPayers } from './withdrawals/payers.ts'
import { storeAutomaticPayoutRoutes } from './withdrawals/payoutWays.ts'
import { publishReleaseWithdrawalTerms } from './withdrawals/releaseTerms.ts'

export interface RunningServer {
  /** Such as http://127.0.0.1:4300. */
  address: string
  app: AppContext
  market: StartableMarketDataService
  /** The database in words, for whoever started the server. */
  database: string
  stop(): Promise<void>
}

export interface ServerOptions extends HttpServerOptions {
  clock?: Clock
  /** Another feed than the settings name, or one that moves by hand. */
  market?: Pick<MarketDataServiceParts, 'feed' | 'byHand'>
  /** How often mails, deposits, withdrawals and the sandbox's reviewer look for what is due, instead of each at its own pace. */
  pollIntervalMs?: number | undefined
}

/** One writes the second, one stores candles beside it. */
const recorderConnections = 2

/** What this server and the others on its database need of each other: a name, a time, words, and who records. */
async function joinOthers(place: DatabaseTarget, name: string, started: (() => unknown)[], report: LogError) {
  // A connection of its own: the lease must not wait behind a busy pool.
  const db = createDatabasePool(place, { poolSize: 1, name: serverDatabaseConnectionName(name) })
  started.push(db.close)
  const time = await createSteadyClockFromDatabase(db)
  const notices = await openPeerBroadcast(place, name, report)
  started.push(notices.close)
  const lease = createRecorderLease({ db, holder: name, onTime: time.observe, report })
  started.push(lease.stop)
  const live = (events: ServerEventBus): unknown => started.push(startServerHeartbeat(db, name, events.missed))
  return { time, notices, lease, live }
}

/** Database → market → modules → HTTP → stream; what was started is stopped again, last first, on `stop` and when a later part cannot start. */
export async function startServer(
  config: Config,
  { clock: givenClock, market: marketOptions, pollIntervalMs, ...options }: ServerOptions = {},
): Promise<RunningServer> {
  const started: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    await refuseNodesOnWrongChain(config)
    const name = randomUUID()
    const database = await openMigratedDatabase(config, serverDatabaseConnectionName(name))
    started.push(database.stop)
    const { db, place } = database
    await setOrAssertDatabaseEnvironment(db, config.env)
    await seedContent(db, config.env)
    await publishReleaseWithdrawalTerms(db)
    await publishReleasedTerms(db, termsOfReleaseExceptWithdrawals())
    await storeAutomaticPayoutRoutes(db, createPayoutPayers(config))
    const { time, notices, lease, live } = await joinOthers(place, name, started, log.error)
    const clock = givenClock ?? time
    await assertClockNotBehindRecord(db, clock.now())
    if (config.env === 'sandbox') await fundSandboxReserves(db, clock)
    const recordDb = createDatabasePool(place, { poolSize: recorderConnections, name: serverDatabaseConnectionName(name) })
    started.push(recordDb.close)
    const { terms, stop: stopTerms } = await startTermsRefresh(db)
    started.push(stopTerms)
    const { delistedAt, stop: stopDelistings } = await startDelistingsRefresh(db)
    started.push(stopDelistings)
    const market = createMarketDataService({
      db,
      recordDb,
      clock,
      config,
      lease,
      notices,
      specAt: createSymbolSpecByTimeResolver(terms),
      delistedAt,
      ...marketOptions,
    })
    started.push(market.stop)
    const events = createServerEventBus({ notices, db })
    const legal = await loadCountryProductPermissionStore(db, clock, events.missed)
    started.push(startCountryProductPermissionsPoll(legal))
    const app: AppContext = { config, clock, db, market, events, terms, legal }
    await seedProducts(app, createProductKinds(app))
    await createAndOpenDueDebtProjects(db, clock.now())
    await seedExampleIeos(app)
    await seedSampleCompetition(app)
    await offerSandboxCompetitions(app)
    live(app.events)
    // Before the first record, so that what waited while no server ran is settled by it.
    started.push(startContractEngine(app))
    started.push(startStaleMarketNotices(app))
    started.push(startSecondContractJobs(app))
    started.push(startSpotJobs(app))
    started.push(startOptionJobs(app))
    started.push(startProductTermsRefresh(app, createProductKinds(app)))
    started.push(startProductJobs(app))
    started.push(startLoanJobs(app))
    started.push(startIeoJobs(app))
    started.push(startCompetitionJobs(app, createCompetitionEntryContractsCloser(app)))
    started.push(startTeamRebateJobs(app))
    started.push(startPriceAlertJobs(app))
    started.push(startSupportJobs(app))
    started.push(startDataRightsJobs(app, createPersonalDataArchiveReaders(app), createEmergencyContactEraser(app)))
    started.push(startKycDocumentExpiryJobs(app))
    started.push(startTermChangeNoticeJobs(app))
    started.push(startDelistingJobs(app, createDelistingSettlers(app)))
    started.push(startDelistingNoticeJobs(app))
    started.push(startUnlistedContractJobs(app))
    started.push(startPendingOrderRechecks(app, [createContractOrderRechecker(app), createSpotOrderRechecker(app)]))
    started.push(startMailJobs(app, pollIntervalMs))
    started.push(startPushJobs(app))
    started.push(startPriceRecordSigner(app).stop)
    started.push(startPriceRecordRootJobs(app))
    started.push(startLedgerCheckJobs(app))
    started.push(startSettlementReplayJobs(app, createSettlementExplainers(app)))
    started.push(startFairnessStatsJobs(app))
    if (config.env === 'sandbox') started.push(startSandboxReviewer(app, createReviewKinds(app), log.error, pollIntervalMs).stop)
    await market.start()
    started.push(startDepositJobs(app, log.error, pollIntervalMs))
    // After the market: a snapshot is worth what prices say.
    started.push(
      startLevelJobs(app, [createOptionBatchValuationReader(app), createProductGainsBatchValuationReader(app, createProductKinds(app))]),
    )
    started.push(startAccountValueJobs(app, createAssetValuationReaders(app)))
    started.push(startWithdrawalJobs(app, createPayoutPayers(config), pollIntervalMs))
    const http = createAppHttpServer(app, createCallHandlers(app), options)
    started.push(http.close)
    const aliveSessions = (ids: readonly string[]) => liveSessionIdsAmong(db, ids, clock.now())
    const isBehindProxy = config.publicOrigin !== undefined
    const { server, visitorOf } = http
    const stream = attachPriceStream({ server, market, events: app.events, clock, isBehindProxy, visitorOf, aliveSessions })
    started.push(stream.close)
    return { address: await listenHttpServer(http, config), app, market, database: database.words, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
