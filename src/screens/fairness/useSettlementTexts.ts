import { useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { balanceBucketLabel } from '#widgets/money/recordWords.ts'
import { closeReasonLabels, settlementFigureLabelAndTime, secondContractResultLabels, settlementSideLabels } from './settlementWords.ts'

/** A number with thousands and exactly the digits that it has. */
export const formatExactNumber = (value: string): string => formatAmount(value, value.split('.')[1]?.length ?? 0).replace('-', '\u2212')

/** Numbers of a formula with their thousands; a moment in seconds or milliseconds stays as it is. */
export const formatSettlementFormula = (text: string): string =>
  text.replace(/\d+(\.\d+)?/g, (digits) => (/^\d{10,}$/.test(digits) ? digits : formatExactNumber(digits)))

/** '1795.93580000' → '1795.9358': what went in is told without the zeros at its end. */
export const trimDecimalZeros = (value: string): string => (/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value)

/** Names and values of a receipt in the person's language. */
export function useSettlementTexts(formula: string) {
  const { i18n } = useLingui()
  const nameOf = (name: string): string => {
    const { words, at } = settlementFigureLabelAndTime(name, formula)
    const label = words ? i18n._(words) : name
    return at === undefined ? label : `${label} · ${formatDateTime(at)}`
  }
  const valueOf = (name: string, value: string, unit = ''): string => {
    const words =
      name === 'direction' || name === 'type'
        ? settlementSideLabels[formula]?.[value]
        : name === 'outcome'
          ? secondContractResultLabels[value]
          : name === 'closeReason'
            ? closeReasonLabels[value]
            : name === 'account'
              ? balanceBucketLabel(value)
              : name === 'cp'
                ? settlementSideLabels.option?.[value]
                : undefined
    if (words) return i18n._(words)
    if (name === 'acceptedMs') return `${formatDateTime(Number(value))}.${value.slice(-3)}`
    if (/^(openSec|closeSec|expirySec|openedSec|closedSec)$/.test(name)) return formatDateTime(Number(value) * 1000)
    if (/^(odds|feeRate|feeDiscount|feeOfValue|feeOfPremium|(from|to)?[hH]alfSpread)$/.test(name))
      return formatPercent(value, 4).replace(/\.?0+%$/, '%')
    if (name === 'lever') return `${value}×`
    const isNumber = /^-?\d+(\.\d+)?$/.test(value)
    return `${isNumber && name !== 'partOf' ? formatExactNumber(value) : value}${unit && ` ${unit}`}`
  }
  return { nameOf, valueOf }
}
