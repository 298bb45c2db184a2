import { useLingui } from '@lingui/react/macro'
import type { SecondOrder } from '#contract/calls/secondContracts.ts'
import { secondResult, secondType } from '#contract/states.ts'

/** '5 min'. */
export function useMinutes(): (seconds: number) => string {
  const { t } = useLingui()
  return (seconds) => {
    const minutes = seconds / 60
    return t({ message: `${minutes} min`, context: 'how long' })
  }
}

/** What was guessed and what came of it, in plain words. */
export function useSecondWords({ type, result }: Pick<SecondOrder, 'type' | 'result'>): { guess: string; outcome: string } {
  const { t } = useLingui()
  const guess = type === secondType.up ? t({ message: 'Up', context: 'a price' }) : t({ message: 'Down', context: 'a price' })
  const outcomes: Record<number, string> = {
    [secondResult.win]: t({ message: 'Won', context: 'of an order' }),
    [secondResult.lose]: t({ message: 'Lost', context: 'of an order' }),
    [secondResult.tie]: t`Tie, stake returned`,
    [secondResult.void]: t`No price record, stake returned`,
  }
  return { guess, outcome: outcomes[result] ?? '' }
}
