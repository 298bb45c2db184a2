import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '../decimal.ts'
import { computeContractReceiptSteps } from './recheckContract.ts'
import { computeIeoReceiptSteps } from './recheckIeo.ts'
import {
  computeHostingOrderReceiptSteps,
  computeHostingIncomeReceiptSteps,
  computeEarnIncomeReceiptSteps,
  computePledgeIncomeReceiptSteps,
} from './recheckIncome.ts'
import { computeLoanReceiptSteps } from './recheckLoan.ts'
import { computeMiningIncomeReceiptSteps } from './recheckMining.ts'
import { computeFundOrderReceiptSteps } from './recheckFund.ts'
import { computeMoneyMovementReceiptSteps } from './recheckMoved.ts'
import { computeOptionReceiptSteps } from './recheckOption.ts'
import {
  type ReceiptComputationStep,
  ReceiptNotComputableError,
  type ReceiptReader,
  type RecheckableReceipt,
  createReceiptReader,
} from './recheckReader.ts'
import { computeSecondContractReceiptSteps } from './recheckSecond.ts'
import { computeSpotReceiptSteps } from './recheckSpot.ts'
import { computeSwapReceiptSteps } from './recheckSwap.ts'

export interface RecheckedReceiptStep extends Omit<ReceiptComputationStep, 'atMost' | 'booked'> {
  /** What was booked, where this step has a figure. */
  reported: Decimal | undefined
  isSame: boolean
}

type ReceiptRule = (receipt: ReceiptReader) => ReceiptComputationStep[]

/** Each kind's rule, by the name that its receipts give. */
const rulesByFormula: Record<string, ReceiptRule> = {
  contract: computeContractReceiptSteps,
  second: computeSecondContractReceiptSteps,
  option: computeOptionReceiptSteps,
  spot: computeSpotReceiptSteps,
  swap: computeSwapReceiptSteps,
  moved: computeMoneyMovementReceiptSteps,
  income: computeEarnIncomeReceiptSteps,
  hosting: computeHostingIncomeReceiptSteps,
  hostingOrder: computeHostingOrderReceiptSteps,
  pledge: computePledgeIncomeReceiptSteps,
  fund: computeFundOrderReceiptSteps,
  mining: computeMiningIncomeReceiptSteps,
  loan: computeLoanReceiptSteps,
  ieo: computeIeoReceiptSteps,
}

/**
 * Every figure of a receipt computed again from its inputs and price records alone (docs/rules/{fair-dealing,prices}.md): the same code on the phone and in
 * the nightly replay. Undefined where the rule is not known here or a price is missing.
 */
export function recheckReceipt(receipt: RecheckableReceipt): RecheckedReceiptStep[] | undefined {
  const rule = rulesByFormula[receipt.formula]
  if (!rule) return undefined
  try {
    return rule(createReceiptReader(receipt)).map(({ atMost, booked, ...step }) => {
      const reported = booked ?? (receipt.figures.find(({ name }) => name === step.name)?.value as Decimal | undefined)
      const order = reported === undefined ? 0 : compareDecimals(reported, step.value)
      return { ...step, text: trimTrailingZeros(step.text), reported, isSame: order === 0 || (atMost === true && order < 0) }
    })
  } catch (error) {
    if (error instanceof ReceiptNotComputableError) return undefined
    throw error
  }
}

/** Figures that no step computed: a receipt that says more than its rule gives is not proved. */
export const unprovedReceiptFigures = (receipt: RecheckableReceipt, steps: readonly RecheckedReceiptStep[]): string[] =>
  receipt.figures.map(({ name }) => name).filter((name) => !steps.some((step) => step.name === name))

/** What a receipt says it came to, with what was computed, where the two are not the same; nothing is computed of what is not over. */
export function findReceiptResultMismatch(
  { result }: RecheckableReceipt,
  steps: readonly RecheckedReceiptStep[],
): { shown: string; computed: string } | undefined {
  if (!result || steps.length === 0) return undefined
  const step = steps.find(({ name }) => name === result.name)
  if (step && step.unit === result.unit && compareDecimals(step.value, result.value) === 0) return undefined
  return { shown: result.value, computed: step?.value ?? '' }
}

/** '60000.0000000000 × 0.10' → '60000 × 0.1': zeros after the point say nothing in a formula. */
const trimTrailingZeros = (text: string): string => text.replace(/(\.\d*?)0+(?!\d)/g, '$1').replace(/\.(?!\d)/g, '')
