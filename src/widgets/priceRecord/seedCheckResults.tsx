import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import type { SeedCommitmentCheck } from '#rules/sim/commitment.ts'
import styles from './FairnessCheckResultList.module.css'
import type { FairnessCheckResult } from './FairnessCheckResultList.tsx'
import type { SimulationSeedCheck } from './useSeedChecks.ts'

type State = FairnessCheckResult['state']
/** A check of a price that is simulated. */
interface SimulatedCheck extends SimulationSeedCheck {
  verdict: Exclude<SimulationSeedCheck['verdict'], { state: 'notSimulated' }>
}
const isSimulatedRecordCheck = (check: SimulationSeedCheck): check is SimulatedCheck => check.verdict.state !== 'notSimulated'

/** The ticks of simulated prices: that they follow from their days' seeds, and that those were committed to. None of prices that aren't simulated. */
export function simulationSeedCheckResults(all: readonly SimulationSeedCheck[]): FairnessCheckResult[] {
  const checks = all.filter(isSimulatedRecordCheck)
  const commitments = checks.flatMap(({ commitment }) => commitment ?? [])
  const dailyCommitments = commitments.filter(({ day }, at) => commitments.findIndex((other) => other.day === day) === at)
  return [
    ...(checks.length > 0 ? [generatorCheckResult(checks)] : []),
    ...(dailyCommitments.length > 0 ? [commitmentCheckResult(dailyCommitments)] : []),
  ]
}

/** One wrong makes all wrong; correct is what is correct throughout. */
const combinedState = (states: readonly State[]): State =>
  states.includes('bad') ? 'bad' : states.every((state) => state === 'good') ? 'good' : 'open'

const stateOf = ({ verdict }: SimulationSeedCheck): State =>
  verdict.state === 'follows' ? 'good' : verdict.state === 'differs' || verdict.state === 'wrongSeed' ? 'bad' : 'open'

function generatorCheckResult(checks: readonly SimulatedCheck[]): FairnessCheckResult {
  const state = combinedState(checks.map(stateOf))
  const decidingChecks = checks.filter((check) => stateOf(check) === state)
  const count = checks.length
  const [first] = decidingChecks
  const text =
    state === 'good' && count > 1 ? (
      <Trans>{count} prices, each computed again on this device from the one before it and the seed of its day</Trans>
    ) : state === 'bad' && count > 1 ? (
      decidingChecks.map((check) => (
        <span key={`${check.of.symbol} ${check.of.sec}`} className={styles.line}>
          {check.of.symbol} · {formatDateTime(check.of.sec * 1000)}: {verdictText(check)}
        </span>
      ))
    ) : (
      first && verdictText(first)
    )
  return { key: 'seed', state, title: <Trans>Follows from the day's seed</Trans>, text }
}

function verdictText({ verdict, of: { proof, leaf, sec } }: SimulatedCheck): ReactNode {
  const day = proof.head.day
  switch (verdict.state) {
    case 'computing':
      return <Trans>Being computed on this device…</Trans>
    case 'unanswered':
      return <Trans>There was no answer. Verify again when you’re connected.</Trans>
    case 'noRecordBefore':
      return <Trans>The price before it wasn’t found, so it can’t be computed again.</Trans>
    case 'notRevealed':
      return <SeedNotRevealed at={verdict.atSec * 1000} />
    case 'wrongSeed':
      return <WrongSeed day={verdict.day} />
    case 'differs':
      return <DiffersFromGenerator computed={formatAmount(verdict.computed, 10)} published={formatAmount(leaf?.price, 10)} />
    case 'follows':
      if (verdict.beforeSec === undefined) return <FirstPrice day={day} />
      if (verdict.beforeSec === sec) return <CrossMarketNote day={day} />
      return <FollowsGenerator before={formatDateTime(verdict.beforeSec * 1000)} day={day} />
  }
}

const SeedNotRevealed = ({ at }: { at: number }) => {
  const time = formatDateTime(at)
  return <Trans>The seed is published once the day is over, at {time}.</Trans>
}
const WrongSeed = ({ day }: { day: string }) => <Trans>The seed of {day} isn’t the one that was promised.</Trans>
const DiffersFromGenerator = ({ computed, published }: { computed: string; published: string }) => (
  <Trans>
    Published {published}, computed {computed}
  </Trans>
)
const FirstPrice = ({ day: ofDay }: { day: string }) => <Trans>This market’s first price, computed again from the seed of {ofDay}</Trans>
const CrossMarketNote = ({ day: ofDay }: { day: string }) => (
  <Trans>Computed again on this device from both its markets and the seed of {ofDay}</Trans>
)
const FollowsGenerator = ({ before, day }: { before: string; day: string }) => (
  <Trans>
    Computed again on this device from the price of {before} and the seed of {day}
  </Trans>
)

const commitmentStates = { stood: 'good', differs: 'bad', missing: 'bad', none: 'open' } as const

function commitmentCheckResult(dailyCommitments: readonly SeedCommitmentCheck[]): FairnessCheckResult {
  const state = combinedState(dailyCommitments.map((one) => commitmentStates[one.state]))
  const decidingChecks = dailyCommitments.filter((one) => commitmentStates[one.state] === state)
  return {
    key: 'commitment',
    state,
    title: <Trans>The seed was committed to two days before</Trans>,
    text: decidingChecks.map((one) => (
      <span key={one.day} className={styles.line}>
        <CommitmentText of={one} />
      </span>
    )),
  }
}

function CommitmentText({ of }: { of: SeedCommitmentCheck }) {
  const { day, before } = of
  switch (of.state) {
    case 'stood':
      return <StoodCommitment at={of.sec * 1000} day={day} />
    case 'differs':
      return (
        <Trans>
          The signed record of {before} committed to another seed for {day}.
        </Trans>
      )
    case 'missing':
      return (
        <Trans>
          The record of {before} has prices, and no commitment to the seed of {day}.
        </Trans>
      )
    case 'none':
      return <Trans>The record of {before} has no simulated prices: it hadn’t begun, was paused or is no longer kept.</Trans>
  }
}

const StoodCommitment = ({ at, day }: { at: number; day: string }) => {
  const time = formatDateTime(at)
  return (
    <Trans>
      The signed record of {time} holds the fingerprint of the seed of {day}.
    </Trans>
  )
}
