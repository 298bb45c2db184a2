import { partsOf } from '#api/useDraft.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Choice } from './ChainTable.tsx'

/** What has been chosen in the chain and typed below it. */
export interface OptionDraft {
  /** Epoch milliseconds as text; '' until one is chosen, and of no effect once it has passed. */
  expiry: string
  /** Undefined until one is chosen: then the call in the middle is shown. */
  picked?: Choice
  quantity: string
}

export const emptyOption: OptionDraft = { expiry: '', quantity: '' }

/** A draft as the tab kept it; what does not fit is left out. */
export function readOptionDraft(kept: unknown): Partial<OptionDraft> {
  const { expiry, picked, quantity } = partsOf<OptionDraft>(kept)
  const choice = readChoice(picked)
  return {
    ...(typeof expiry === 'string' && { expiry }),
    ...(choice && { picked: choice }),
    ...(typeof quantity === 'string' && { quantity }),
  }
}

// As an option's name spells it.
const strikeShape = /^[1-9]\d{0,9}(\.\d{0,7}[1-9])?$/

function readChoice(kept: unknown): Choice | undefined {
  const { cp, strike } = partsOf<Choice>(kept)
  return (cp === 'C' || cp === 'P') && typeof strike === 'string' && strikeShape.test(strike)
    ? { cp, strike: asDecimal(strike) }
    : undefined
}
