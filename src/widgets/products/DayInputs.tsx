import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProductDay } from '#contract/calls/products.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { ChevronRight } from '#ui/icons.tsx'
import styles from './Products.module.css'
import { exactAmount, navText, percentText } from './rateText.ts'

type Input = ProductDay['inputs'][number]

/** The numbers that a day was worked out from; what is in the price record leads to its proof. */
export function DayInputs({ day: { inputs } }: { day: ProductDay }) {
  if (inputs.length === 0) return null
  const isPublished = inputs.every(({ sec }) => sec !== null)
  return (
    <>
      <p className={styles.quiet}>
        {isPublished ? (
          <Trans>Worked out from these published numbers. Each can be verified.</Trans>
        ) : (
          <Trans>Worked out from these numbers.</Trans>
        )}
      </p>
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
                  <ChevronRight width="1rem" height="1rem" />
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
  if (what === 'FUND' || what === 'STAKE') return percentText(value)
  return what === 'NAV' ? navText(value) : exactAmount(value)
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
          <span className={styles.quiet}>{formatTime(sec * 1000)}</span>
        </>
      )}
    </span>
  )
}
