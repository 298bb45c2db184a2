import { instantToWireTime, serverDayAt } from '#contract/time.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import type { ExplainedSettlement, SettlementExplainer } from '../orders/explainer.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { priceRecordLogOfFeed } from './log.ts'
import {
  addSettlementReplayMismatch,
  beginSettlementReplayRun,
  claimNightlySettlementReplay,
  endSettlementReplayRun,
  type SettlementReplayMismatch,
  type SettlementReplayCounts,
} from './replayStore.ts'
import { loadUsedRecordPricesLookup, type UsedRecordPrice } from './usedPrices.ts'
import { startRepeatingJob } from '../core/schedule.ts'

type World = Pick<AppContext, 'config' | 'clock' | 'db'>

const dayMs = 86_400_000
/** Single records are kept for thirty days; the oldest of them is left out, as it goes while a run is at it. */
const recordKeptMs = 29 * dayMs
/** A record is written and sealed by then. */
const freshMs = 120_000
const atOnce = 200
/** 03:00 to 24:00 on the UTC+8 wall clock: a night that was slept through is caught up in the day. */
const beginHour = 3
const pollIntervalMs = 5 * 60_000
const nightMs = 3 * 3_600_000

/** Every night all that was settled is computed again from the published record. Gives back how to stop. */
export function startSettlementReplayJobs(app: World, explainers: readonly SettlementExplainer[]): () => Promise<void> {
  const work = (isStopped: () => boolean) => runDueSettlementReplay(app, explainers, isStopped)
  return startRepeatingJob('settled orders computed again', pollIntervalMs, work, { deadlineMs: nightMs }).stop
}

/** This night's run, when it is time and nobody had it yet. */
export async function runDueSettlementReplay(
  app: World,
  explainers: readonly SettlementExplainer[],
  isStopped: () => boolean = () => false,
): Promise<SettlementReplayCounts | undefined> {
  const now = app.clock.now()
  if (Number(instantToWireTime(now).slice(11, 13)) < beginHour) return undefined
  const run = await claimNightlySettlementReplay(app.db, serverDayAt(now), now)
  return run === undefined ? undefined : replayInto(app, explainers, run, isStopped)
}

/** The same at once, for whoever asks. */
export const checkSettlementsByReplayNow = async (
  app: World,
  explainers: readonly SettlementExplainer[],
): Promise<SettlementReplayCounts> => replayInto(app, explainers, await beginSettlementReplayRun(app.db, app.clock.now()))

async function replayInto(
  app: World,
  explainers: readonly SettlementExplainer[],
  runId: string,
  isStopped: () => boolean = () => false,
): Promise<SettlementReplayCounts> {
  const { db, clock, config } = app
  const log = priceRecordLogOfFeed(config.marketFeed, db)
  const toMs = clock.now() - freshMs
  const fromMs = clock.now() - recordKeptMs
  const counts: SettlementReplayCounts = { checked: 0, unproved: 0, mismatches: 0 }
  for (const explainer of explainers) {
    for (let afterId = '0'; ; ) {
      // A run that is stopped stays without an end: another server takes it over.
      if (isStopped()) return counts
      const batch = await explainer.settled(db, { afterId, fromMs, toMs, limit: atOnce })
      const explained = await Promise.all(batch.map(async ({ id, userId }) => ({ id, told: await explainer.explain(db, id, userId) })))
      const pricesOf = await loadUsedRecordPricesLookup(
        db,
        log,
        explained.flatMap(({ told: explained }) => explained?.records ?? []),
      )
      for (const { id, told: settlement } of explained) {
        if (settlement?.records.some(({ sec }) => sec * 1000 < fromMs)) {
          counts.unproved++
          continue
        }
        counts.checked++
        const wrong = settlement
          ? mismatchesOf(settlement, pricesOf(settlement.records))
          : [{ name: 'order', shown: undefined, computed: undefined }]
        if (wrong.length > 0) counts.mismatches++
        for (const mismatch of wrong) await report(app, runId, { refType: explainer.refType, refId: id, ...mismatch })
      }
      const last = batch.length === atOnce ? batch.at(-1) : undefined
      if (!last) break
      afterId = last.id
    }
  }
  await endSettlementReplayRun(db, runId, counts, clock.now())
  return counts
}

async function report(app: World, runId: string, mismatch: SettlementReplayMismatch): Promise<void> {
  log.error('a settled order does not follow from the record', mismatch)
  await addSettlementReplayMismatch(app.db, runId, mismatch)
}

/** What was booked and does not follow from the record. A figure that no rule gives, and a record that is not there, count too. */
function mismatchesOf(
  explained: ExplainedSettlement,
  priceRecords: readonly UsedRecordPrice[],
): Omit<SettlementReplayMismatch, 'refType' | 'refId'>[] {
  const receipt = { ...explained, priceRecords }
  const steps = recheckReceipt(receipt)
  if (!steps) return [{ name: 'record', shown: explained.result?.value, computed: undefined }]
  const differing = steps
    .filter(({ isSame }) => !isSame)
    .map(({ name, reported: shown, value }) => ({ name, shown: shown as string | undefined, computed: value as string | undefined }))
  return [
    ...differing,
    ...unprovedReceiptFigures(receipt, steps).map((name) => ({ name, shown: valueOf(explained, name), computed: undefined })),
  ]
}

const valueOf = (explained: ExplainedSettlement, name: string): string | undefined =>
  explained.figures.find((figure) => figure.name === name)?.value
