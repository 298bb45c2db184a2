import { toWire, wireDay } from '#contract/time.ts'
import { recheckReceipt, unproved } from '#rules/recheckReceipt.ts'
import type { Explained, Explainer } from '../explained.ts'
import type { House } from '../house.ts'
import { logOf } from './log.ts'
import { addMismatch, beginRun, claimNight, endRun, type Mismatch, type ReplayCounts } from './replayStore.ts'
import { readUsed, type UsedPrice } from './usedPrices.ts'

type World = Pick<House, 'config' | 'clock' | 'db'>

const dayMs = 86_400_000
/** Single records are kept for thirty days; the oldest of them is left out, as it goes while a run is at it. */
const recordKeptMs = 29 * dayMs
/** A record is written and sealed by then. */
const freshMs = 120_000
const atOnce = 200
/** 03:00 to 24:00 on the UTC+8 wall clock: a night that was slept through is caught up in the day. */
const beginHour = 3
const lookEveryMs = 5 * 60_000

/** Every night all that was settled is computed again from the published record. Gives back how to stop. */
export function startReplay(house: World, explainers: readonly Explainer[]): () => Promise<void> {
  let working: Promise<unknown> | undefined
  let isStopped = false
  const look = (): void => {
    working ??= replayNight(house, explainers, () => isStopped)
      .catch((error: unknown) => console.error('settled orders could not be computed again', error))
      .finally(() => (working = undefined))
  }
  const timer = setInterval(look, lookEveryMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await working
  }
}

/** This night's run, when it is time and nobody had it yet. */
export async function replayNight(
  house: World,
  explainers: readonly Explainer[],
  isStopped: () => boolean = () => false,
): Promise<ReplayCounts | undefined> {
  const now = house.clock.now()
  if (Number(toWire(now).slice(11, 13)) < beginHour) return undefined
  const run = await claimNight(house.db, wireDay(now), now)
  return run === undefined ? undefined : replayInto(house, explainers, run, isStopped)
}

/** The same at once, for whoever asks. */
export const replayNow = async (house: World, explainers: readonly Explainer[]): Promise<ReplayCounts> =>
  replayInto(house, explainers, await beginRun(house.db, house.clock.now()))

async function replayInto(
  house: World,
  explainers: readonly Explainer[],
  runId: string,
  isStopped: () => boolean = () => false,
): Promise<ReplayCounts> {
  const { db, clock, config } = house
  const log = logOf(config.marketFeed, db)
  const toMs = clock.now() - freshMs
  const fromMs = clock.now() - recordKeptMs
  const counts: ReplayCounts = { checked: 0, unproved: 0, mismatches: 0 }
  for (const explainer of explainers) {
    for (let afterId = '0'; ; ) {
      // A run that is stopped stays without an end: another server takes it over.
      if (isStopped()) return counts
      const batch = await explainer.settled(db, { afterId, fromMs, toMs, limit: atOnce })
      const explained = await Promise.all(batch.map(async ({ id, userId }) => ({ id, told: await explainer.explain(db, id, userId) })))
      const pricesOf = await readUsed(
        db,
        log,
        explained.flatMap(({ told }) => told?.records ?? []),
      )
      for (const { id, told } of explained) {
        if (told?.records.some(({ sec }) => sec * 1000 < fromMs)) {
          counts.unproved++
          continue
        }
        counts.checked++
        const wrong = told ? mismatchesOf(told, pricesOf(told.records)) : [{ name: 'order', shown: undefined, computed: undefined }]
        if (wrong.length > 0) counts.mismatches++
        for (const one of wrong) await report(house, runId, { refType: explainer.refType, refId: id, ...one })
      }
      const last = batch.length === atOnce ? batch.at(-1) : undefined
      if (!last) break
      afterId = last.id
    }
  }
  await endRun(db, runId, counts, clock.now())
  return counts
}

async function report(house: World, runId: string, mismatch: Mismatch): Promise<void> {
  console.error('a settled order does not follow from the record', mismatch)
  await addMismatch(house.db, runId, mismatch)
}

/** What was booked and does not follow from the record. A figure that no rule gives, and a record that is not there, count too. */
function mismatchesOf(told: Explained, priceRecords: readonly UsedPrice[]): Omit<Mismatch, 'refType' | 'refId'>[] {
  const receipt = { ...told, priceRecords }
  const steps = recheckReceipt(receipt)
  if (!steps) return [{ name: 'record', shown: told.result?.value, computed: undefined }]
  const differing = steps
    .filter(({ isSame }) => !isSame)
    .map(({ name, shown, value }) => ({ name, shown: shown as string | undefined, computed: value as string | undefined }))
  return [...differing, ...unproved(receipt, steps).map((name) => ({ name, shown: valueOf(told, name), computed: undefined }))]
}

const valueOf = (told: Explained, name: string): string | undefined => told.figures.find((one) => one.name === name)?.value
