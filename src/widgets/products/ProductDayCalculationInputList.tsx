import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { EarnProductDay } from '#contract/calls/products.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'
import { formatExactAmount, formatUnitValue, formatFractionAsPercent } from './rateText.ts'

type Input = EarnProductDay['inputs'][number]

/** The numbers that a day was worked out from; what is in the price record leads to its proof. */
export function ProductDayCalculationInputList({ day: { inputs } }: { day: EarnProductDay }) {
  if (inputs.length === 0) return null
  const isPublished = inputs.every(({ sec }) => sec !== null)
  return (
    <>
      <Text tone="muted">
        {isPublished ? (
          <Trans>Worked out from these published numbers. Each can be verified.</Trans>
        ) : (
          <Trans>Worked out from these numbers.</Trans>
        )}
      </Text>
      <ul className={styles.inputs}>
        {inputs.map((input, index) => (
          <li key={`${input.name} ${input.sec ?? index}`}>
            {input.sec === null ? (
              <span className={styles.input}>
                <InputName input={input} />
                <span>{textOf(input)}</span>
              </span>
            ) : (
              <Link to={path.verify} search={{ symbol: input.name, sec: input.sec }} className={styles.input}>
                <InputName input={input} />
                <span className={styles.inputValue}>
                  {textOf(input)}
                  <ChevronRightIcon width="1rem" height="1rem" />
                </span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Rates as percentages, unit values and prices as they are. */
function textOf({ name, value }: Input): string {
  const [what] = name.split(':')
  if (what === 'FUND' || what === 'STAKE') return formatFractionAsPercent(value)
  return what === 'NAV' ? formatUnitValue(value) : formatExactAmount(value)
}

/** In words where the record's name is not one: 'FUND:BTCUSDT' is a funding rate. */
function InputName({ input: { name, sec } }: { input: Input }) {
  const { t } = useLingui()
  const [what, of = ''] = name.split(/[:_]/)
  const words: Readonly<Record<string, string>> = {
    HASHPRICE: t`Paid for hashing ${of}`,
    FUND: t`Funding rate of ${of}`,
    STAKE: t`Yearly rate of the ${of} network`,
    NAV: t`Unit value of ${of}`,
  }
  return (
    <span>
      {of ? (words[what ?? ''] ?? name) : name === 'KWH' ? t`Price of 1 kWh` : t`Price of ${name}`}
      {sec !== null && (
        <>
          <br />
          <Text as="span" tone="muted">
            {formatDateTime(sec * 1000)}
          </Text>
        </>
      )}
    </span>
  )
}
