import type { Decimal } from '#contract/decimal.ts'
import { compare } from './decimal.ts'
import { contractSteps } from './recheckContract.ts'
import { ieoSteps } from './recheckIeo.ts'
import { hostingOrderSteps, hostingSteps, incomeSteps, pledgeSteps } from './recheckIncome.ts'
import { loanSteps } from './recheckLoan.ts'
import { miningSteps } from './recheckMining.ts'
import { fundSteps } from './recheckFund.ts'
import { movedSteps } from './recheckMoved.ts'
import { optionSteps } from './recheckOption.ts'
import { type Computed, NotComputable, type Reader, type Receipt, readerOf } from './recheckReader.ts'
import { secondSteps } from './recheckSecond.ts'
import { spotSteps } from './recheckSpot.ts'
import { swapSteps } from './recheckSwap.ts'

export interface Step extends Omit<Computed, 'atMost'> {
  /** What was booked, where this step has a figure. */
  shown: Decimal | undefined
  isSame: boolean
}

type Rule = (receipt: Reader) => Computed[]

/** Each kind's rule, by the name that its receipts give. */
const rules: Record<string, Rule> = {
  contract: contractSteps,
  second: secondSteps,
  option: optionSteps,
  spot: spotSteps,
  swap: swapSteps,
  moved: movedSteps,
  income: incomeSteps,
  hosting: hostingSteps,
  hostingOrder: hostingOrderSteps,
  pledge: pledgeSteps,
  fund: fundSteps,
  mining: miningSteps,
  loan: loanSteps,
  ieo: ieoSteps,
}

/**
 * Every figure of a receipt computed again from its inputs and price records alone (product §3.1, §3.3): the same code on the phone and in
 * the nightly replay. Undefined where the rule is not known here or a price is missing.
 */
export function recheckReceipt(receipt: Receipt): Step[] | undefined {
  const rule = rules[receipt.formula]
  if (!rule) return undefined
  try {
    return rule(readerOf(receipt)).map(({ atMost, ...step }) => {
      const shown = receipt.figures.find(({ name }) => name === step.name)?.value as Decimal | undefined
      const order = shown === undefined ? 0 : compare(shown, step.value)
      return { ...step, text: trimmed(step.text), shown, isSame: order === 0 || (atMost === true && order < 0) }
    })
  } catch (error) {
    if (error instanceof NotComputable) return undefined
    throw error
  }
}

/** Figures that no step computed: a receipt that says more than its rule gives is not proved. */
export const unproved = (receipt: Receipt, steps: readonly Step[]): string[] =>
  receipt.figures.map(({ name }) => name).filter((name) => !steps.some((step) => step.name === name))

/** '60000.0000000000 × 0.10' → '60000 × 0.1': zeros after the point say nothing in a formula. */
const trimmed = (text: string): string => text.replace(/(\.\d*?)0+(?!\d)/g, '$1').replace(/\.(?!\d)/g, '')
