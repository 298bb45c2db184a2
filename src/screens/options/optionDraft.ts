import { asPartialObject } from '#api/stored/useDraft.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { OptionChoice } from './OptionChainTable.tsx'

/** What has been chosen in the chain and typed below it. */
export interface OptionDraft {
  /** Epoch milliseconds as text; '' until one is chosen, and of no effect once it has passed. */
  expiry: string
  /** Undefined until one is chosen: then the call in the middle is shown. */
  picked?: OptionChoice
  quantity: string
}

export const emptyOptionDraft: OptionDraft = { expiry: '', quantity: '' }

/** A draft as the tab kept it; what does not fit is left out. */
export function parseOptionDraft(stored: unknown): Partial<OptionDraft> {
  const { expiry, picked, quantity } = asPartialObject<OptionDraft>(stored)
  const choice = readChoice(picked)
  return {
    ...(typeof expiry === 'string' && { expiry }),
    ...(choice && { picked: choice }),
    ...(typeof quantity === 'string' && { quantity }),
  }
}

// As an option's name spells it.
const strikeShape = /^[1-9]\d{0,9}(\.\d{0,7}[1-9])?$/

function readChoice(stored: unknown): OptionChoice | undefined {
  const { cp, strike } = asPartialObject<OptionChoice>(stored)
  return (cp === 'C' || cp === 'P') && typeof strike === 'string' && strikeShape.test(strike)
    ? { cp, strike: asDecimal(strike) }
    : undefined
}
