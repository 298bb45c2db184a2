import { Trans, useLingui } from '@lingui/react/macro'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { recheckReceipt } from '#rules/recheck/recheckReceipt.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Settlement.module.css'
import { settlementFormulaExplanations } from './settlementWords.ts'
import { formatSettlementFormula, useSettlementTexts } from './useSettlementTexts.ts'

/** A bare number is no formula: it would say the same twice. */
const isFormula = (text: string): boolean => /[^\d.]/.test(text)

/** The rule in words, then step by step with this thing's own numbers, each computed on this device. */
export function SettlementComputation({ receipt }: { receipt: SettlementReceipt }) {
  const { i18n } = useLingui()
  const { nameOf, valueOf } = useSettlementTexts(receipt.formula)
  const words = settlementFormulaExplanations[receipt.formula]
  const steps = recheckReceipt(receipt)
  return (
    <>
      {words && <Text tone="muted">{i18n._(words)}</Text>}
      {steps && steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map(({ name, text, unit, value, reported: shown, isSame }) => (
            <li key={name} className={styles.step}>
              <span className={styles.stepName}>{nameOf(name)}</span>
              {isFormula(text) && <span className={styles.formula}>{formatSettlementFormula(text)}</span>}
              <span className={styles.stepValue}>
                {isFormula(text) && '= '}
                {valueOf(name, shown ?? value, unit)}
              </span>
              {!isSame && (
                <span className={styles.wrong}>
                  <Trans>Computed: {valueOf(name, value, unit)}</Trans>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {!steps && (
        <Text tone="muted">
          <Trans>It cannot be computed here: a price record is missing, or this version of the app does not know the rule.</Trans>
        </Text>
      )}
    </>
  )
}
