import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { ProductOrder } from '#contract/calls/products.ts'
import { productOrderStatus, earnProductType } from '#contract/states.ts'
import { formatDate, formatDateTime } from '#i18n/date.ts'
import { isZero } from '#rules/decimal.ts'
import { Chip } from '#ui/Chip.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { CardLink } from '../CardLink.tsx'
import { productOrderStatusLabels } from './productWords.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Products.module.css'
import { formatExactAmount, formatMoneyAmountTrimmed } from './rateText.ts'

/** An address of the order: `to` and `search` of the router. */
export type ProductOrderLinkTarget = Pick<LinkProps, 'to' | 'search'>

/** One investment in a list: what is in it, what it brought, how far it is, and what comes next. */
export function ProductOrderCard({ order, address }: { order: ProductOrder; address: ProductOrderLinkTarget }) {
  const { t } = useLingui()
  const { name, money, num, currency, incomeToday, incomeCurrency, days, daysDone, status } = order
  const isRunning = status === productOrderStatus.running
  const lastDay = formatMoneyAmountTrimmed(incomeToday, incomeCurrency)
  return (
    <CardLink loose {...address} data-order={order.id}>
      <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1}>
        <strong>{name}</strong>
        <ProductOrderStateChip order={order} />
      </Row>
      <Grid as="span" columns="fit" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            {num === undefined ? <Trans>Put in</Trans> : <Plural value={num} one="# machine" other="# machines" />}
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatMoneyAmountTrimmed(money, currency)} {currency}
          </Text>
        </span>
        <span>
          <Result order={order} />
        </span>
      </Grid>
      {days > 0 && isRunning && <ProgressBar label={t`Days that are over`} value={daysDone / days} />}
      <Row as="span" wrap justify="between" gap={3} rowGap={0} className={joinClassNames('text-small tabular tone-muted', styles.next)}>
        <span>
          <ProductOrderNextStepText order={order} />
        </span>
        {isRunning && !isZero(incomeToday) && (
          <span>
            <Trans>
              Last day: {lastDay} {incomeCurrency}
            </Trans>
          </span>
        )}
      </Row>
    </CardLink>
  )
}

const tones: Readonly<Record<number, 'plain' | 'info' | 'warn' | 'brass'>> = {
  [productOrderStatus.running]: 'info',
  [productOrderStatus.notStarted]: 'brass',
  [productOrderStatus.exiting]: 'brass',
  [productOrderStatus.frozen]: 'warn',
  [productOrderStatus.defaulted]: 'warn',
}

/** What a fund's units are worth or gave, what a borrower or a cancelled order gave back in the end; of all else what came in. */
function Result({ order: { type, status, value, returned, incomeTotal, currency, incomeCurrency } }: { order: ProductOrder }) {
  const isReturned = status === productOrderStatus.cancelled || (type === earnProductType.debt && status === productOrderStatus.ended)
  const resultAmount = isReturned ? returned : type === earnProductType.quant ? (value ?? returned) : null
  return (
    <>
      <Text as="span" tone="quiet">
        {resultAmount === null ? (
          <Trans>Came in so far</Trans>
        ) : isReturned || value === null ? (
          <Trans>Came back</Trans>
        ) : (
          <Trans>Worth now</Trans>
        )}
      </Text>
      <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
        {formatMoneyAmountTrimmed(resultAmount ?? incomeTotal, resultAmount === null ? incomeCurrency : currency)}{' '}
        {resultAmount === null ? incomeCurrency : currency}
      </Text>
    </>
  )
}

/** How it stands, in a word. */
export function ProductOrderStateChip({ order: { status, lateSince } }: { order: Pick<ProductOrder, 'status' | 'lateSince'> }) {
  const { i18n } = useLingui()
  const words = productOrderStatusLabels[status]
  return (
    <Chip tone={lateSince === null ? (tones[status] ?? 'plain') : 'warn'}>
      {lateSince !== null && status === productOrderStatus.running ? <Trans>Repayment is late</Trans> : words && i18n._(words)}
    </Chip>
  )
}

/** What happens next with it, and when; nothing once it is over. */
export function ProductOrderNextStepText({ order }: { order: ProductOrder }) {
  const { type, status, startTime, endTime, exitTime, frozenUntil, closeTime } = order
  const at = formatNullableTime(
    status === productOrderStatus.notStarted ? startTime : status === productOrderStatus.exiting ? exitTime : frozenUntil,
  )
  if (status === productOrderStatus.notStarted)
    return type === earnProductType.debt ? <Trans>Starts once the target is reached</Trans> : <Trans>Starts {at}</Trans>
  if (status === productOrderStatus.exiting) return <Trans>Will be paid out {at}</Trans>
  if (status === productOrderStatus.frozen) return <Trans>Until {at}</Trans>
  if (status === productOrderStatus.running && endTime !== null) return <DayProgress order={order} end={formatDate(endTime)} />
  const { daysDone } = order
  if (status === productOrderStatus.running)
    return <Plural value={daysDone} _0="No day is over yet" one="# day so far" other="# days so far" />
  return closeTime === null ? null : <>{formatNullableTime(closeTime)}</>
}

function DayProgress({ order, end }: { order: ProductOrder; end: string }) {
  const [daysDone, days] = [formatExactAmount(String(order.daysDone)), formatExactAmount(String(order.days))]
  return (
    <Trans>
      Day {daysDone} of {days}, ends {end}
    </Trans>
  )
}

const formatNullableTime = (at: number | null): string => (at === null ? '' : formatDateTime(at))
