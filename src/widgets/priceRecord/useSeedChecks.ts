import { useEffect, useState } from 'react'
import type { SimulatedRecordCheck } from '#api/priceRecord/simulated.ts'
import type { PriceRecordVerification } from '#api/priceRecord/witness.ts'
import type { SimulatedPriceVerdict } from '#rules/sim/check.ts'

/** What a price was found to be: still being computed, or without an answer. */
export interface SimulationSeedCheck extends Pick<SimulatedRecordCheck, 'commitment'> {
  of: PriceRecordVerification
  verdict: SimulatedPriceVerdict | { state: 'computing' } | { state: 'unanswered' }
}

interface SeedCheckState {
  of: readonly PriceRecordVerification[]
  checks: readonly SimulationSeedCheck[]
}

const isProven = ({ ticks }: PriceRecordVerification): boolean => ticks.record && ticks.list && ticks.signature
const mayBeSimulated = ({ leaf }: PriceRecordVerification): boolean => leaf?.mode === 'SIM' || leaf?.mode === 'DERIVED'

/**
 * Computes proved prices again from their days' seeds, one after the other. What does that comes with the first use; hashes are made in pieces, so
 * that the screen stays alive. `checked` must stay the same list while nothing new was proved.
 */
export function useSimulationSeedChecks(checked: readonly PriceRecordVerification[] | undefined): readonly SimulationSeedCheck[] {
  const [state, setState] = useState<SeedCheckState>()
  useEffect(() => {
    if (!checked) return undefined
    let isActive = true
    const addCheck = (check: SimulationSeedCheck) =>
      isActive && setState((previous) => ({ of: checked, checks: [...(previous?.of === checked ? previous.checks : []), check] }))
    const runChecks = async (): Promise<void> => {
      for (const record of checked.filter((one) => isProven(one) && mayBeSimulated(one))) {
        if (!isActive) return
        try {
          const { verifySimulatedRecord } = await import('#api/priceRecord/simulated.ts')
          addCheck({ of: record, ...(await verifySimulatedRecord(record.proof.leaf, record.sec)) })
        } catch {
          addCheck({ of: record, verdict: { state: 'unanswered' }, commitment: undefined })
        }
      }
    }
    void runChecks()
    return () => {
      isActive = false
    }
  }, [checked])
  const checks = state && state.of === checked ? state.checks : []
  return (checked ?? []).flatMap((record): SimulationSeedCheck[] => {
    if (!isProven(record) || !mayBeSimulated(record)) return []
    return [checks.find((check) => check.of === record) ?? { of: record, verdict: { state: 'computing' }, commitment: undefined }]
  })
}
