import { useLingui } from '@lingui/react/macro'
import type { SecondContractOrder } from '#contract/calls/secondContracts.ts'
import { secondContractResult, secondContractDirection } from '#contract/states.ts'

/** '5 min'. */
export function useSecondsAsMinutesFormatter(): (seconds: number) => string {
  const { t } = useLingui()
  return (seconds) => {
    const minutes = seconds / 60
    return t({ message: `${minutes} min`, context: 'how long' })
  }
}

/** What was guessed and what came of it, in plain words. */
export function useSecondContractGuessAndOutcomeText({ type, result }: Pick<SecondContractOrder, 'type' | 'result'>): {
  guess: string
  outcome: string
} {
  const { t } = useLingui()
  const guess = type === secondContractDirection.up ? t({ message: 'Up', context: 'a price' }) : t({ message: 'Down', context: 'a price' })
  const outcomes: Record<number, string> = {
    [secondContractResult.win]: t({ message: 'Won', context: 'of an order' }),
    [secondContractResult.lose]: t({ message: 'Lost', context: 'of an order' }),
    [secondContractResult.tie]: t`Tie, stake returned`,
    [secondContractResult.void]: t`No price record, stake returned`,
  }
  return { guess, outcome: outcomes[result] ?? '' }
}
