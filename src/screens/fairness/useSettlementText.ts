import { useLingui } from '@lingui/react/macro'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { wordsOfBucket } from '#widgets/recordWords.ts'
import { closeReasonWords, nameParts, outcomeWords, sideWords } from './settlementWords.ts'

/** A number with thousands and exactly the digits that it has. */
export const exact = (value: string): string => formatAmount(value, value.split('.')[1]?.length ?? 0).replace('-', '\u2212')

/** Numbers of a formula with their thousands; a moment in seconds or milliseconds stays as it is. */
export const formulaText = (text: string): string =>
  text.replace(/\d+(\.\d+)?/g, (digits) => (/^\d{10,}$/.test(digits) ? digits : exact(digits)))

/** '1795.93580000' → '1795.9358': what went in is told without the zeros at its end. */
export const short = (value: string): string => (/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value)

/** Names and values of a receipt in the person's language. */
export function useSettlementText(formula: string) {
  const { i18n } = useLingui()
  const nameOf = (name: string): string => {
    const { words, at } = nameParts(name, formula)
    const said = words ? i18n._(words) : name
    return at === undefined ? said : `${said} · ${formatTime(at)}`
  }
  const valueOf = (name: string, value: string, unit = ''): string => {
    const words =
      name === 'direction' || name === 'type'
        ? sideWords[formula]?.[value]
        : name === 'outcome'
          ? outcomeWords[value]
          : name === 'closeReason'
            ? closeReasonWords[value]
            : name === 'account'
              ? wordsOfBucket(value)
              : name === 'cp'
                ? sideWords.option?.[value]
                : undefined
    if (words) return i18n._(words)
    if (name === 'acceptedMs') return `${formatTime(Number(value))}.${value.slice(-3)}`
    if (/^(openSec|closeSec|expirySec|openedSec|closedSec)$/.test(name)) return formatTime(Number(value) * 1000)
    if (name === 'odds' || name === 'feeRate' || name === 'feeDiscount') return formatShare(value, 4).replace(/\.?0+%$/, '%')
    if (name === 'lever') return `${value}×`
    const isNumber = /^-?\d+(\.\d+)?$/.test(value)
    return `${isNumber && name !== 'partOf' ? exact(value) : value}${unit && ` ${unit}`}`
  }
  return { nameOf, valueOf }
}
